// Whatever the task, the replies of the rehearsal model in a plan can be read: an unreadable one would cost a repair each time.
import fc from "fast-check";
import { expect, test } from "vitest";
import { tools } from "../../../../src/engine/index.ts";
import { replyTo } from "../../../../src/engine/model/rehearsal/reply.ts";
import { planWords } from "../../../../src/engine/moves/plan/words.ts";
import { readDecomposition } from "../../../../src/engine/protocol/decompose-reply.ts";
import { readPlan, type PlannedStep } from "../../../../src/engine/protocol/plan-reply.ts";
import { readReflection } from "../../../../src/engine/protocol/reflection-reply.ts";
import { readReview } from "../../../../src/engine/protocol/review-reply.ts";
import { toolSpec } from "../../../../src/engine/tools/spec.ts";

const specs = tools.map(toolSpec);
const clause = fc.constantFrom(
  "Calculate 10*5",
  "multiply the result by 3",
  "save it to a.txt",
  "read a.txt and check it",
  "delete a.txt",
  "list all files",
  "How many days are there between 2024-02-28 and 2024-03-01?",
  "Write an investment report on Amazon from the stocks table",
  "its volatility and the risks",
  "Average MPG by origin",
  "Average salary by department",
  "What did the addresses say about war in 1991?",
  "Write a poem",
  "计算10*5",
  "把结果保存到b.txt",
  "2005年到2009年哪只股票涨得最多",
  "{{step1_result}}",
  "\n\nResults:\n[1] x\n→ failed: y",
  "Answer: 5",
);
const task = fc
  .oneof(
    fc.array(clause, { minLength: 1, maxLength: 7 }).map((clauses) => clauses.join(". ")),
    // A text of braces or angles alone is taken for a blank of a form by those who read plans.
    fc.string({ maxLength: 200 }).map((text) => text.replace(/[{}<>]/g, "")),
  )
  .filter((text) => /\p{L}/u.test(text));
const language = fc.constantFrom("en" as const, "zh" as const);

const reply = (system: string, content: string) =>
  replyTo(
    {
      messages: [
        { role: "system", content: system },
        { role: "user", content },
      ],
      maxOutputTokens: 2_048,
    },
    0,
  ).text;

/** Steps as the prompts tell of them, each with a result, a failure or none. */
const told = (steps: readonly PlannedStep[], ends: readonly string[]) =>
  steps
    .map(
      ({ id, description, expected }, index) =>
        `[${id}] ${description}${expected ? ` (expected: ${expected})` : ""}\n→ ${ends[index % ends.length]}`,
    )
    .join("\n\n");

const ends = fc.array(
  fc.constantFrom(
    "50",
    '{"columns":["a"],"rows":[[1]]}',
    'failed: There is no file "a.txt". The files are: A.txt.',
    "skipped: It needs 1.",
    "…",
  ),
  { minLength: 1, maxLength: 4 },
);

test("every plan is one that can run, and so is every revision of it", () => {
  fc.assert(
    fc.property(task, language, fc.integer({ min: 1, max: 12 }), ends, (task, language, maxSteps, ends) => {
      const words = planWords[language];
      const first = readPlan(reply(words.planner(specs, maxSteps), words.task(task)), {
        tools: specs,
        finishReason: "stop",
        maxSteps,
      });
      expect(first).toMatchObject({ ok: true });
      if (!first.ok) return;
      const text = words.revise(told(first.steps, ends), "something");
      const results = new Map(
        first.steps.map(({ id }, index) => {
          const end = ends[index % ends.length] ?? "";
          return [
            id,
            end.startsWith("failed")
              ? { state: "failed" as const }
              : end.startsWith("skipped") || end === "…"
                ? { state: "skipped" as const }
                : { state: "done" as const, output: end },
          ];
        }),
      );
      const revised = readPlan(reply(words.planner(specs, maxSteps), `${words.task(task)}\n\n${text}`), {
        tools: specs,
        finishReason: "stop",
        maxSteps,
        earlier: { steps: first.steps, results },
      });
      expect(revised).toMatchObject({ ok: true });
    }),
    { numRuns: 300 },
  );
});

test("every reflection and every review can be read, and every answer says something", () => {
  fc.assert(
    fc.property(task, language, ends, fc.string({ maxLength: 60 }), (task, language, ends, answer) => {
      const words = planWords[language];
      const plan = readPlan(reply(words.planner(specs, 10), words.task(task)), { tools: specs, finishReason: "stop" });
      const results = plan.ok ? told(plan.steps, ends) : "";
      expect(
        readReflection(reply(words.reflection, words.check(task, results)), { finishReason: "stop" }),
      ).toMatchObject({ ok: true });
      expect(
        readReview(reply(words.reviewer, words.judge(task, "", results, answer)), { finishReason: "stop" }),
      ).toMatchObject({ ok: true });
      expect(reply(words.synthesis, words.conclude(task, results)).trim()).not.toBe("");
      expect(reply(words.executor, words.step(task, "do something", undefined, results)).trim()).not.toBe("");
    }),
    { numRuns: 300 },
  );
});

test("every division of a task names agents of the team, and none waits for itself", () => {
  const agents = ["finance", "news", "writer"];
  const system = `You are the coordinator of a team. …\n\nAgents:\n- finance: You work out figures.\n- news: You search texts.\n- writer: You judge risks and write.`;
  fc.assert(
    fc.property(task, (task) => {
      expect(readDecomposition(reply(system, `Task: ${task}`), { agents, finishReason: "stop" })).toMatchObject({
        ok: true,
        unknown: [],
      });
    }),
    { numRuns: 300 },
  );
});
