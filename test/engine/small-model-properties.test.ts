// Whatever a small model writes, every pattern ends inside its limits with a code that is true: with native tools, by text, and by schema.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { patterns, startRun, type Model, type ModelReply, type ModelRequest } from "../../src/engine/index.ts";
import { assembly } from "../../src/engine/model/assemble.ts";
import { canEverything, freePrice } from "../../src/engine/model/model.ts";
import { withSchemaTools } from "../../src/engine/model/schema-tools.ts";
import { audit } from "./ledger.ts";
import { add, keepsItsPromises, tool, warmUp } from "./support.ts";
import { virtualTime } from "./virtual-time.ts";

const whole = [
  "It is 3.",
  "答案是三。",
  'Thought: I add\nAction: add\nAction Input: {"a":1,"b":2}',
  '思考：相加\n行动：add\n行动输入：{"a":1}',
  "Final Answer: 3",
  '{"steps":[{"id":1,"description":"a","tool":"add","input":{"a":1,"b":2},"dependsOn":[]},{"id":2,"description":"b","tool":null,"dependsOn":[1]}]}',
  '{"thought":"so","tool":"add","input":{"a":1,"b":2}}',
  '{"thought":"so","tool":"broken","input":{}}',
  '{"thought":"so","tool":"none_such","input":[]}',
  '{"thought":"so","answer":"It is 3."}',
  '{"passed":false,"score":2,"feedback":"again"}',
  '[{"agent":"finance","task":"f","dependsOn":["finance"]}]',
  "<think>hm</think>It is 3.",
  "<think>on and on",
  '```json\n{"steps":[',
];
const repeated = fc.tuple(
  fc.constantFrom("the ", "3\n", "}{", "行动：", "Action: add\n"),
  fc.integer({ min: 2, max: 200 }),
);
const wholes = fc.constantFrom(...whole);
/** Random letters, sentences of the forms that are asked for, the same cut anywhere, on and on, one after the other. */
const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: wholes },
  { weight: 3, arbitrary: fc.tuple(wholes, fc.nat(60)).map(([text, end]) => text.slice(0, end)) },
  { weight: 2, arbitrary: fc.tuple(wholes, wholes).map(([one, other]) => `${one}\n${other}`) },
  { weight: 2, arbitrary: repeated.map(([text, times]) => text.repeat(times)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 1, arbitrary: fc.json().map((json) => json.slice(0, 200)) },
  { weight: 1, arbitrary: fc.constant("") },
);
const pieces = fc.record({
  text: texts,
  finish: fc.constantFrom("stop", "stop", "stop", "length"),
  pieceLength: fc.integer({ min: 1, max: 9 }),
});

interface Case {
  pattern: string;
  script: readonly { text: string; finish: string; pieceLength: number }[];
  tools: "native" | "text" | "schema";
  iterations: number;
  modelCalls: number;
  tokens: number;
  loopRules: boolean;
  language: "en" | "zh";
}
const cases = (pattern: string): fc.Arbitrary<Case> =>
  fc.record({
    pattern: fc.constant(pattern),
    script: fc.array(pieces, { minLength: 1, maxLength: 8 }),
    tools: fc.constantFrom("native", "text", "schema", "schema"),
    iterations: fc.integer({ min: 1, max: 6 }),
    modelCalls: fc.integer({ min: 1, max: 20 }),
    tokens: fc.integer({ min: 2_000, max: 400_000 }),
    loopRules: fc.boolean(),
    language: fc.constantFrom("en", "zh"),
  });

/** Says what is in the script, one after the other and again, as a runtime would: in pieces, within its limit. */
function smallModel(script: Case["script"], can: Partial<Model["can"]>): Model {
  let turn = 0;
  return {
    id: "small",
    price: freePrice,
    contextTokens: 4_096,
    can: { ...canEverything, ...can },
    async complete(request: ModelRequest, { onText, onReasoning, onProgress }): Promise<ModelReply> {
      const { text, finish, pieceLength } = script[turn++ % script.length] as Case["script"][number];
      onProgress?.({ phase: "reading", fraction: 0.5 });
      const reply = assembly(onText, onReasoning);
      for (let at = 0; at < text.length; at += pieceLength) {
        reply.add({ choices: [{ delta: { content: text.slice(at, at + pieceLength) } }] });
      }
      const written = Math.ceil(text.length / 4);
      const isCut = written > request.maxOutputTokens;
      reply.add({
        choices: [{ delta: {}, finish_reason: isCut ? "length" : finish }],
        usage: { prompt_tokens: 10, completion_tokens: Math.min(written, request.maxOutputTokens) },
      });
      return reply.reply();
    },
  };
}

async function carryOut({ pattern, script, tools, iterations, modelCalls, tokens, loopRules, language }: Case) {
  const time = virtualTime();
  const bare = smallModel(script, { tools: tools === "native" });
  const model = tools === "schema" ? withSchemaTools(bare) : bare;
  const run = startRun(language === "zh" ? "把一和二相加。" : "Add 1 and 2.", {
    pattern,
    models: { main: model },
    tools: [
      add,
      tool("broken", () => {
        throw new Error("broken");
      }),
    ],
    budget: { iterations, modelCalls, tokens },
    clock: time.clock,
    loopRules,
    seed: 1,
  });
  const outcome = await time.until(run.finished);
  return { outcome, log: run.log };
}

const codes = ["limit", "loop", "model"];

beforeAll(warmUp);

describe("whatever a small model writes", () => {
  test.each(patterns.map(({ id }) => id))("%s ends inside its limits with the right code", async (pattern) => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(cases(pattern), async (one) => {
        const { outcome, log } = await carryOut(one);
        const { status, answer, stop } = outcome;
        keepsItsPromises(log);
        const { spent, budget } = audit(log);
        expect(spent.modelCalls).toBeLessThanOrEqual(budget.modelCalls ?? Infinity);
        expect(spent.tokens).toBeLessThanOrEqual(budget.tokens ?? Infinity);
        // A model that only writes is never the engine's mistake: the run is done, or stopped for a reason that it names.
        expect(status).not.toBe("failed");
        if (status === "completed") expect(answer?.trim()).not.toBe("");
        else {
          expect(codes).toContain(stop?.code);
          const limits = log.flatMap((event) => (event.type === "limit" ? [event.limit] : []));
          const rules = log.flatMap((event) => (event.type === "nudge" && event.level === "stop" ? [event.rule] : []));
          if (stop?.code === "limit") expect(limits).toContain(stop.limit);
          if (stop?.code === "loop") expect(rules).toContain(stop.rule);
        }
        ends.add(status === "completed" ? status : `${stop?.code}`);
      }),
      { numRuns: 150 },
    );
    // The texts reach more than one end: else nothing would have been tried.
    expect(ends.size).toBeGreaterThan(1);
  });
});
