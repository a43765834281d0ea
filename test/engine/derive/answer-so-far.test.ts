// The answer as it stands: the best that a run has, at any moment of it.
import { describe, expect, test } from "vitest";
import { answerSoFar, patterns, scripted, startRun, type Clock, type RunEvent } from "../../../src/engine/index.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { call, close, open, reply, runStart, stamp } from "../../fixtures/log.ts";
import { anyPattern, byPattern, tools } from "../contract-scripts.ts";
import { openItem } from "../../fixtures/pattern-logs.ts";

/** Waits between attempts take no time here. */
const clock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, fire) {
    const timer = setTimeout(fire, ms < 10_000 ? 0 : ms);
    return () => clearTimeout(timer);
  },
};

const told = (log: readonly RunEvent[]) =>
  answerSoFar.of(log).parts.map(({ from, name, text }) => `${from}${name && ` ${name}`}: ${text}`);
const after = (...facts: Fact[]) => told(stamp([runStart("Why?"), open("1", "agent", "x"), ...facts]));
const model = (span: string, name: string, text: string): Fact[] => [
  open(span, "model", name),
  reply(span, text),
  close(span),
];
const review = (score: number | null): Fact => ({ type: "review", span: "1", passed: false, score, feedback: "" });
const observation = (span: string, name: string, output: unknown): Fact[] => [
  open(span, "tool", name),
  call(span, name, {}),
  { type: "observation", span, output },
  close(span),
];

test("nothing is there before anything was written", () => {
  expect(after()).toEqual([]);
});

test("the run's own answer stands above all else, and one that ended without has what it had", () => {
  const draft = model("1.1", "synthesis", "A draft.");
  expect(after(...draft, { type: "run.end", status: "completed", answer: "Forty-two." })).toEqual([
    "answer: Forty-two.",
  ]);
  expect(after(...draft, { type: "run.end", status: "stopped", answer: null })).toEqual(["draft: A draft."]);
});

describe("of several drafts", () => {
  const first = model("1.1", "synthesis", "First.");
  const second = model("1.2", "synthesis", "Second.");
  test("the best reviewed one counts, the first of equals", () => {
    expect(after(...first, review(0.6), ...second, review(0.4))).toEqual(["draft: First."]);
    expect(after(...first, review(0.4), ...second, review(0.6))).toEqual(["draft: Second."]);
    expect(after(...first, review(0.5), ...second, review(0.5))).toEqual(["draft: First."]);
    expect(after(...first, review(0.5), ...second)).toEqual(["draft: First."]);
  });
  test("the newest counts as long as no score was given", () => {
    expect(after(...first, review(null), ...second)).toEqual(["draft: Second."]);
  });
});

describe("without a draft", () => {
  test("finished steps count, with their replies or observations; what is under way does not", () => {
    expect(
      after(
        openItem("1.1", "step", "Look it up", "s1"),
        ...observation("1.1.1", "search", ["a", "b"]),
        close("1.1"),
        openItem("1.2", "step", "Judge it", "s2"),
        ...model("1.2.1", "executor", "It rose."),
        close("1.2"),
        openItem("1.3", "step", "Check it", "s3"),
        ...model("1.3.1", "executor", "Half done"),
      ),
    ).toEqual(['result Look it up: ["a","b"]', "result Judge it: It rose."]);
  });

  test("an agent that failed counts only with the last word that it was asked for", () => {
    const failed = [openItem("1.1", "agent", "finance", "finance"), ...model("1.1.1", "executor", "Let me see")];
    expect(after(...failed, close("1.1", "failed"))).toEqual([]);
    expect(after(...failed, ...model("1.1.2", "closing call", "About 40 %."), close("1.1", "failed"))).toEqual([
      "result finance: About 40 %.",
    ]);
  });

  test("an entry on the blackboard counts at once, and a later version stands in its place", () => {
    const write = (version: number, text: string): Fact => ({
      type: "board.write",
      span: "1",
      key: "finance",
      version,
      author: "finance",
      text,
    });
    expect(after(write(1, "41 %"), write(2, "42 %"))).toEqual(["result finance: 42 %"]);
  });

  test("the outcomes of a notebook's sub-tasks count", () => {
    const items = [
      { id: "0", name: "Read", description: "", state: "done", outcome: "Read it." },
      { id: "1", name: "Write", description: "", state: "todo" },
    ] as const;
    expect(after({ type: "plan", span: "1", revision: 1, by: "model", why: "", items: [...items] })).toEqual([
      "result Read: Read it.",
    ]);
  });

  test("the last thought counts, with the last three observations, the newest first", () => {
    const observations = [1, 2, 3, 4].flatMap((n) => observation(`1.${n}`, "search", `result ${n}`));
    expect(after(...observations, { type: "thought", span: "1", text: "Nearly there." })).toEqual([
      "words: Nearly there.",
      "observation search: result 4",
      "observation search: result 3",
      "observation search: result 2",
    ]);
  });

  test("a call that was written in words is no answer", () => {
    expect(
      after(...model("1.1", "main", "I think so."), ...model("1.2", "main", "Action: search"), {
        ...(open("1.3", "tool", "search", ["1.2"]) as Fact & { type: "span.start" }),
      }),
    ).toEqual(["words: I think so."]);
  });

  test("a call that failed or gave nothing leaves things as they were", () => {
    const failure = { code: "tool-failed", message: "No." };
    const lost: Fact = { type: "model.reply", span: "1.2", text: "Half a", finishReason: null, usd: 0 };
    expect(after({ type: "observation", span: "1.1", failure }, lost)).toEqual([]);
  });
});

describe.each(patterns.map(({ id }) => id))("%s", (pattern) => {
  test.each([...anyPattern, ...(byPattern[pattern] ?? [])])("ends with its answer when it $name", async (script) => {
    const run = startRun("What is 1 + 2?", {
      pattern,
      models: { main: scripted(script.replies()) },
      tools,
      clock,
      ...script.options,
    });
    const { answer } = await run.finished;
    if (answer === null) return expect(told(run.log).join()).not.toContain("answer: ");
    expect(answerSoFar.of(run.log).parts).toMatchObject([{ from: "answer", text: answer }]);
    const before = answerSoFar.of(run.log.slice(0, -1)).parts;
    expect(before.length, "what became the answer stood before").toBeGreaterThan(0);
  });
});
