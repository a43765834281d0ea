// What says that patterns can race, before one does, in Chinese.
import type { raceStartTexts } from "./en-race-start.ts";
import type { Translated } from "./text.ts";

export const zhRaceStart: Translated<typeof raceStartTexts> = {
  mode: "方式",
  one: "单一模式",
  race: "竞赛",
};
