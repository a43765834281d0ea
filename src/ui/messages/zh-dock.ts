// The tabs below the graph, in Chinese.
import type { dockTexts } from "./en-dock.ts";
import type { Translated } from "./text.ts";

export const zhDock: Translated<typeof dockTexts> = {
  "dock.label": "图的下方",
  "dock.plan": "计划",
  "dock.board": "黑板",
  "dock.both": "计划与黑板",
  "dock.totals": "合计",
  "dock.timeline": "时间线",
  "dock.transcript": "文字记录",
  "dock.what-if": "假设分析",
};
