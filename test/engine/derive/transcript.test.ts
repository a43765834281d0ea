// A run as text: headings, what was said under them, and each thing once.
import { expect, test } from "vitest";
import { transcript, type TranscriptRow } from "../../../src/engine/derive/transcript.ts";
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { call, close, open, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";

function line(row: TranscriptRow): string {
  const indent = "  ".repeat(row.level);
  if (row.kind === "heading") return `${"#".repeat(row.level)} ${row.name}`;
  const { event } = row;
  if (event.type === "tool.use") {
    const { result } = event;
    const came = result?.failure ? result.failure.code : JSON.stringify(result?.output);
    return `${indent}${event.call.tool} → ${result ? came : "…"}`;
  }
  if (event.type === "model.reply" || event.type === "thought") return `${indent}${event.type}: ${event.text}`;
  return `${indent}${event.type}`;
}
const linesOf = (log: readonly RunEvent[]) => transcript.of(log).rows.map(line);
const run = (...facts: Fact[]) => stamp([runStart("Task"), open("1", "agent", "react"), ...facts]);

test("a run of turns reads from the task to the answer", () => {
  expect(linesOf(stamp(reactFacts(1)))).toEqual([
    "run.start",
    "# turn 1",
    "  model.reply: Thought 1",
    "  calculator → 50",
    "# turn 2",
    "  model.reply: The answer is 50.",
    "run.end",
  ]);
});

test("agents side by side are read one after the other", () => {
  const log = run(
    open("1.1", "agent", "one"),
    open("1.2", "agent", "two"),
    open("1.1.1", "model", "m"),
    open("1.2.1", "model", "m"),
    reply("1.2.1", "two says"),
    reply("1.1.1", "one says"),
  );
  expect(linesOf(log)).toEqual(["run.start", "# one", "  model.reply: one says", "# two", "  model.reply: two says"]);
});

test("a thought stands in the place of the reply that it was read from", () => {
  const log = run(
    open("1.1", "model", "m"),
    reply("1.1", "Thought: add\nAction: calculator"),
    { type: "thought", span: "1.1", text: "add" },
    { type: "thought", span: "1.1", text: "  " },
  );
  expect(linesOf(log)).toEqual(["run.start", "thought: add"]);
});

test("a result stands beside its call, also where two calls run side by side", () => {
  const log = run(open("1.1", "tool", "a"), open("1.2", "tool", "b"), call("1.1", "a", {}), call("1.2", "b", {}), {
    type: "observation",
    span: "1.2",
    output: 2,
  });
  expect(linesOf(log)).toEqual(["run.start", "a → …", "b → 2"]);
});

test("a failure is told once", () => {
  const failure = { code: "tool-failed" as const, message: "No such file." };
  const log = run(
    open("1.1", "tool", "a"),
    call("1.1", "a", {}),
    { type: "observation", span: "1.1", failure },
    { type: "span.end", span: "1.1", status: "failed", failure },
    open("1.2", "model", "m"),
    { type: "span.end", span: "1.2", status: "failed", failure },
  );
  expect(linesOf(log)).toEqual(["run.start", "a → tool-failed", "span.end"]);
});

test("an empty reply that only calls a tool, a prompt and the beginning of a call are no paragraphs", () => {
  expect(linesOf(run(open("1.1", "model", "m"), reply("1.1", " ", "a"), close("1.1")))).toEqual(["run.start"]);
});

test("what is said of a span before it begins waits for it, and parents in a ring hang nothing", () => {
  const log = run(
    { type: "thought", span: "1.1", text: "early" },
    open("1.1", "model", "m"),
    open("x", "agent", "self", [], "x"),
    open("y", "agent", "lost", [], "nowhere"),
  );
  expect(linesOf(log)).toEqual(["run.start", "thought: early", "# self", "# lost"]);
});

test.for([
  ["plan", planExecuteLog()],
  ["team", multiAgentLog()],
  ["rounds", supervisorLog()],
  ["turns", stamp(reactFacts(4))],
] as const)("any first part of a log is the text of that moment: %s", ([, log]) => {
  let view = transcript.start();
  for (const [place, event] of log.entries()) {
    view = transcript.add(view, event);
    expect(view.rows).toEqual(transcript.of(log.slice(0, place + 1)).rows);
    expect(new Set(view.rows.map(({ id }) => id)).size).toBe(view.rows.length);
  }
});
