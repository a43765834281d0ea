// What the page needs after its first look, in Chinese, by the part that each table names.
import type { Parts } from "./text.ts";
import { zhDock } from "./zh-dock.ts";
import { zhExamples } from "./zh-examples.ts";
import { zhHold } from "./zh-hold.ts";
import { zhRun } from "./zh-run.ts";

export const zhParts = {
  dock: zhDock,
  examples: zhExamples,
  hold: zhHold,
  run: zhRun,
} satisfies Parts;
