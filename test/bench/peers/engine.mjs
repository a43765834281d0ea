// Our engine as one more peer of an engine benchmark: a list of { name, memory(), http(baseURL) }.
// The task: N turns that each call add(a, b), then one final answer; the model is a counter that never reads the history.
import { defineTool, proxyModel, startRun } from "../../../src/engine/index.ts";
import { z } from "../../../src/engine/schema.ts";

const question = "Add one to the number until told to stop.";
const final = "The total has been reached.";
const free = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
const can = { tools: true, responseSchema: true, stop: true, temperature: true };

/** What a turn of N costs the budget: enough for each, and for the closing call that is never made. */
const budgetFor = (steps) => ({ iterations: steps + 1, modelCalls: steps + 2, toolCalls: steps, wallMs: 3_600_000 });

async function carryOut(name, model, steps) {
  let calls = 0;
  const add = defineTool({
    name: "add",
    description: "Adds two numbers.",
    input: z.object({ a: z.number(), b: z.number() }),
    run: ({ a, b }) => (calls++, a + b),
  });
  const run = startRun(question, { pattern: "react", models: { main: model }, tools: [add], budget: budgetFor(steps) });
  const { status, answer } = await run.finished;
  if (status !== "completed" || calls !== steps || !String(answer).startsWith(final)) {
    throw new Error(`${name}: ${status} after ${calls} calls instead of ${steps}, answer ${JSON.stringify(answer)}`);
  }
  return run;
}

function counter(steps) {
  let turn = 0;
  return {
    id: "counter",
    price: free,
    can,
    async complete() {
      const i = turn++;
      return i < steps
        ? {
            text: "",
            toolCalls: [{ id: `call_${i}`, name: "add", arguments: `{"a":${i},"b":1}` }],
            finishReason: "tool_calls",
          }
        : { text: final, toolCalls: [], finishReason: "stop" };
    },
  };
}

export default [
  {
    name: "loopglass react",
    async memory() {
      return async (steps) => ({ kept: (await carryOut("loopglass", counter(steps), steps)).log });
    },
    async http(baseURL) {
      return async (steps) => {
        const model = proxyModel({
          id: `steps-${steps}`,
          baseURL,
          price: free,
          can,
          headers: () => ({ authorization: "Bearer test" }),
        });
        await carryOut("loopglass over HTTP", model, steps);
      };
    },
  },
];
