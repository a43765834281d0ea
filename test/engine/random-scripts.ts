// Random models that play any pattern the same way under every budget: what they say follows from what they are asked.
import fc from "fast-check";
import type { ModelReply, ModelRequest } from "../../src/engine/index.ts";
import { callAll, say } from "./support.ts";

/** What a model does in a run: for each of its turns the calls of that turn, and how much it writes. */
export interface Script {
  turns: { calls: number; outputTokens: number; priced: boolean }[];
  steps: number;
  /** how often the reviewer is not content */
  failures: number;
  width: number;
}
export const scripts = fc.record<Script>({
  turns: fc.array(
    fc.record({
      calls: fc.integer({ min: 1, max: 3 }),
      outputTokens: fc.integer({ min: 1, max: 1_500 }),
      priced: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  steps: fc.integer({ min: 2, max: 6 }),
  failures: fc.integer({ min: 0, max: 2 }),
  width: fc.constantFrom(1, 3),
});

const fewTokens = (_request: ModelRequest, turn: number) => 200 + turn;

/** Replies by what is asked, not by when: the same under every limit. Exact usage, and never more than it may. */
export function player({ turns, steps, failures }: Script, inputTokens = fewTokens) {
  let judged = 0;
  let agents = 0;
  return (request: ModelRequest): ModelReply => {
    const system = request.messages[0]?.content ?? "";
    const turn = request.messages.filter(({ role }) => role === "assistant").length;
    const {
      calls,
      outputTokens: wanted,
      priced,
    } = turns[turn % turns.length] ?? { calls: 1, outputTokens: 1, priced: false };
    const outputTokens = Math.min(wanted, request.maxOutputTokens);
    const usage = { inputTokens: inputTokens(request, turn), outputTokens };
    const finishReason = outputTokens < wanted ? ("length" as const) : undefined;
    const text = (words: string) => say(words, { usage, ...(finishReason && { finishReason }) });
    if (request.messages.at(-1)?.content.includes("no more tools")) return text("Best so far.");
    if (request.responseSchema && "steps" in (request.responseSchema["properties"] as object)) {
      const list = Array.from({ length: steps }, (_, index) => ({
        id: index + 1 + agents * 10,
        description: `part ${index + 1} of ${agents}`,
        tool: index % 2 === 0 ? "add" : null,
        input: { a: index, b: agents },
        dependsOn: [],
      }));
      agents += 1;
      return text(JSON.stringify({ steps: list }));
    }
    if (request.responseSchema && "tasks" in (request.responseSchema["properties"] as object)) {
      return text(
        JSON.stringify({ tasks: ["finance", "news"].map((agent) => ({ agent, task: "look", dependsOn: [] })) }),
      );
    }
    if (request.responseSchema && "done" in (request.responseSchema["properties"] as object))
      return text(JSON.stringify({ done: judged++ >= failures, feedback: `more ${judged}` }));
    if (request.responseSchema)
      return text(JSON.stringify({ passed: judged++ >= failures, score: judged / 10, feedback: `more ${judged}` }));
    if (!request.tools || turn >= turns.length) return text(`Done: ${system.length} ${turn}.`);
    const name = priced ? "paid" : "add";
    return callAll(
      Array.from({ length: calls }, (_, index) => [name, priced ? {} : { a: turn, b: index }] as const),
      { usage, ...(finishReason && { finishReason }) },
    );
  };
}
