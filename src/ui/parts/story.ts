// The story of 47 model and 120 tool calls as a drill: the agent, and the prices of that time.
import { tools, type Drills, type Price } from "../../engine/index.ts";

/** Searches in ever other words, since what comes back is never complete to it, and does not listen. */
export const storyDrills: Drills = {
  personas: [{ id: "never-complete" }, { id: "ignores-nudges" }],
  faults: [],
  seed: 1,
};

/** What one call of the model cost, whatever its length. */
export const storyPrice: Price = { inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 };

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
