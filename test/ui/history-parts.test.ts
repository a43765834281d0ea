// The parts of the history that need no browser: summaries, search, plain data, and logs put together from rows.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunEvent } from "../../src/engine/index.ts";
import { logRow } from "../../src/ui/history/database.ts";
import { plain, plainText } from "../../src/ui/history/plain.ts";
import { createLogReader } from "../../src/ui/history/reader.ts";
import { byNewest, emptySummary, matcher, summarise } from "../../src/ui/history/summary.ts";
import { anotherId } from "../../src/ui/history/whole-runs.ts";
import { reactFacts, runStart, stamp } from "../fixtures/log.ts";

function summaryOf(log: readonly RunEvent[]) {
  const summary = emptySummary("r1");
  for (const event of log) summarise(summary, event);
  return summary;
}

test("a summary counts what a run used and keeps how it ended", () => {
  const log = stamp(reactFacts(3));
  expect(summaryOf(log)).toEqual({
    id: "r1",
    title: "Calculate 10*5 again and again.",
    task: "Calculate 10*5 again and again.",
    pattern: "react",
    status: "completed",
    answer: "The answer is 50.",
    startedAt: Date.parse("2026-11-30T12:00:00.000Z"),
    ms: (log.length - 1) * 10,
    usd: expect.closeTo(0.004, 10) as number,
    tokens: 480,
    modelCalls: 0,
    toolCalls: 4,
    events: log.length,
  });
});

test("what was recalled from another log costs nothing", () => {
  const log = stamp(reactFacts(3)).map((event): RunEvent => ({ ...event, recalled: true }));
  expect(summaryOf(log)).toMatchObject({ usd: 0, tokens: 0, toolCalls: 0, status: "completed" });
});

test("a long task and answer are shortened without half an emoji", () => {
  const [start, end] = stamp([
    runStart("🌊".repeat(5_001)),
    { type: "run.end", status: "stopped", answer: `a${"🌊".repeat(1_000)}` },
  ]);
  const summary = summaryOf([start!, end!]); // both were just made
  expect([summary.task.length, summary.title.length, summary.answer?.length]).toEqual([4_000, 80, 299]);
  expect([summary.task, summary.title, summary.answer].every((text) => text?.isWellFormed())).toBe(true);
});

test("a search finds parts of words in title and task, whatever the case and width", () => {
  const summary = { ...emptySummary("r1", "Ärger mit Straßen"), task: "计算10*5，把结果保存到result.txt" };
  const finds = (search: string) => matcher(search)(summary);
  expect(
    ["", "ärger", "ÄRGER straßen", "结果", "ＲＥＳＵＬＴ", "A\u0308rger", "  10*5  "].filter((text) => !finds(text)),
  ).toEqual([]);
  expect(["arger", "结果 nothing", "__proto__"].filter(finds)).toEqual([]);
});

test("runs of one moment have one order", () => {
  const places = ["b", "a", "c"].map((id) => ({ id, startedAt: 1 }));
  expect([...places, { id: "z", startedAt: 2 }].sort(byNewest).map((place) => place.id)).toEqual(["z", "c", "b", "a"]);
});

test("an id that is taken counts up", () => {
  expect([anotherId("r1"), anotherId("r1~2"), anotherId("~9"), anotherId("a~b")]).toEqual([
    "r1~2",
    "r1~3",
    "~10",
    "a~b~2",
  ]);
});

test("plain data keeps what JSON can say of classes, dates, sets and maps, and leaves functions out", () => {
  class Steps {
    #steps = 3;
    extra = [1n];
    get steps() {
      return this.#steps;
    }
    stop() {}
  }
  const value = {
    at: new Date(0),
    of: new Steps(),
    set: new Set([1]),
    map: new Map([["__proto__", 1]]),
    go() {},
    no: undefined,
  };
  expect(plainText(plain(value))).toBe(
    '{"at":"1970-01-01T00:00:00.000Z","of":{"extra":["1"],"steps":3},"set":[1],"map":{"__proto__":1}}',
  );
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(plainText(undefined)).toBe("null");
});

test("plain data is a copy that is equal, for any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(plain(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a log comes out of its rows whole, also where a flush was repeated and rows overlap", () => {
  const log = stamp(reactFacts(60));
  const starts = fc.array(fc.nat(log.length - 1), { maxLength: 6 });
  fc.assert(
    fc.property(starts, (extra) => {
      const reader = createLogReader();
      const from = [...new Set([0, 250, 500, ...extra])].filter((at) => at < log.length).sort((a, b) => a - b);
      from.forEach((at, row) => reader.add(logRow("r1", row, log, at)));
      expect(reader.events).toEqual(log);
    }),
  );
});

test("a log with a gap comes out up to the gap", () => {
  const log = stamp(reactFacts(60));
  const reader = createLogReader();
  reader.add(logRow("r1", 0, log, 0));
  reader.add(logRow("r1", 2, log, 300));
  expect(reader.events).toEqual(log.slice(0, 250));
});

test("typed text is put together by place, and gone where its reply is an event", () => {
  const request: RunEvent = {
    type: "model.request",
    span: "1.1",
    model: "m",
    role: "main",
    messages: [],
    maxOutputTokens: 1,
    reserved: { tokens: 1, usd: 0 },
    seq: 0,
    at: 0,
  };
  const reply: RunEvent = {
    type: "model.reply",
    span: "1.1",
    text: "Hello",
    finishReason: "stop",
    usd: 0,
    seq: 1,
    at: 1,
  };
  const reader = createLogReader();
  reader.add({ from: 0, events: plainText([request]), typed: plainText([["1.1", 0, "wave \ud83c"]]) });
  reader.add({
    from: 1,
    events: "[]",
    typed: plainText([
      ["1.1", 6, "\udf0a!"],
      ["1.2", 0, "Hm"],
    ]),
  });
  expect([...reader.typed]).toEqual([
    ["1.1", "wave 🌊!"],
    ["1.2", "Hm"],
  ]);
  reader.add({ from: 1, events: "[]", typed: plainText([["1.1", 0, "wave 🌊!!"]]) });
  expect(reader.typed.get("1.1")).toBe("wave 🌊!!");
  reader.add({ from: 1, events: plainText([reply]) });
  expect([...reader.typed]).toEqual([["1.2", "Hm"]]);
});
