// Every text of the page in Chinese: loaded when a person or their browser chooses it.
import { exampleTexts } from "./en-examples.ts";
import { holdTexts } from "./en-hold.ts";
import type { Texts, Translation } from "./text.ts";
import { zhDock } from "./zh-dock.ts";
import { zhExamples } from "./zh-examples.ts";
import { zhHold } from "./zh-hold.ts";
import { zhRun } from "./zh-run.ts";
import { zhStart } from "./zh-start.ts";

export const zh: Translation = {
  texts: { ...zhStart, ...zhRun, ...zhDock },
  ofTables: new Map<Texts, Texts>([
    [exampleTexts, zhExamples],
    [holdTexts, zhHold],
  ]),
};
