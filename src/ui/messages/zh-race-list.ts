// What a race is, what one lacks, and races in the history, in Chinese.
import type { raceListTexts } from "./en-race-list.ts";
import type { Translated } from "./text.ts";

export const zhRaceList: Translated<typeof raceListTexts> = {
  hint: "选择二到六种模式。它们同时执行同一个任务，每一种都有完整的预算。",
  again: "再来 ×5",
  "again.hint": "每种模式运行五次，种子为 1 到 5：看结果有多大波动。",
  few: "竞赛至少要选择两种模式。",
  badge: "竞赛",
  compare: "与屏幕上的运行对比",
  runs: "{count} 次运行",
};
