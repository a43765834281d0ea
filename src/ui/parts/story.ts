// The story of 47 model and 120 tool calls as a drill: the agent, and the prices of that time.
import { tools, type Drills, type Price } from "../../engine/index.ts";
import { drillWordTexts } from "../messages/en-drill-words.ts";
import { textsOf } from "../messages/index.ts";
import type { Settings } from "../settings.svelte.ts";

/** Searches in ever other words, since what comes back is never complete to it, and does not listen. */
export const storyDrills: Drills = {
  personas: [{ id: "never-complete" }, { id: "ignores-nudges" }],
  faults: [],
  seed: 1,
};

/** What one call of the model cost, whatever its length. */
export const storyPrice = { inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 } satisfies Price;

const searches = 0.001;
const code = 0.01;
const others = 0.005;

/** Dollars a call, by the name of the tool. */
export const storyToolPrices = (): Record<string, number> =>
  Object.fromEntries(
    tools.map(({ name }) => {
      if (/_documents?$|^list_tables$/.test(name)) return [name, searches];
      return [name, /^(?:calculator|query_table)$/.test(name) ? code : others];
    }),
  );

/** What the story sets of a page's settings, for a task of its kind: its model, its drill, its prices, and the tools it needs. */
export function storySettings(now: Pick<Settings, "prices" | "toolsOff">, task: string): Partial<Settings> {
  return {
    task,
    model: "rehearsal",
    roleModels: {},
    drills: structuredClone(storyDrills),
    prices: { ...now.prices, rehearsal: storyPrice },
    toolPrices: storyToolPrices(),
    toolsOff: now.toolsOff.filter((name) => name !== "search_documents" && name !== "calculator"),
  };
}

/** What a person is told that this has set. */
export const storyWords = (): string => textsOf(drillWordTexts)("story.taken", { model: storyPrice.usdPerCall });
