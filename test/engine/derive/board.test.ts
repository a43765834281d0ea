// The blackboard as a view: entries by key and version, and who read them.
import { expect, test } from "vitest";
import { board, type BoardView } from "../../../src/engine/derive/board.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { runStart, stamp } from "../../fixtures/log.ts";

const boardOf = (facts: readonly Fact[]): BoardView => board.of(stamp([runStart("?"), ...facts]));
const write = (key: string, version: number, text = `${key} ${version}`): Fact => ({
  type: "board.write",
  span: "1.2",
  key,
  version,
  author: key,
  text,
});
const read = (agent: string, span: string, ...entries: [key: string, version: number][]): Fact => ({
  type: "board.read",
  span,
  agent,
  entries: entries.map(([key, version]) => ({ key, version })),
});
const told = (view: BoardView) =>
  view.entries.map(
    ({ key, version, author, text, at, readings }) =>
      `${at} ${author} ${key} v${version} "${text}" ${readings.map((one) => `${one.agent} in ${one.span} at ${one.at}`).join(", ")}`,
  );

test("entries keep their versions side by side, with who was shown which and when", () => {
  const view = boardOf([
    write("finance", 1),
    write("finance", 2),
    write("news", 1),
    read("writer", "1.4", ["finance", 2], ["news", 1]),
    read("critic", "1.5", ["finance", 1]),
  ]);
  expect(told(view)).toEqual([
    '10 finance finance v1 "finance 1" critic in 1.5 at 50',
    '20 finance finance v2 "finance 2" writer in 1.4 at 40',
    '30 news news v1 "news 1" writer in 1.4 at 40',
  ]);
  expect([...view.byKey]).toEqual([
    ["finance", [0, 1]],
    ["news", [2]],
  ]);
});

test("an agent that is shown an entry again has read it once; another agent of its name has read it too", () => {
  const view = boardOf([
    write("a", 1),
    read("w", "1.4", ["a", 1]),
    read("w", "1.4", ["a", 1]),
    read("w", "1.5", ["a", 1]),
  ]);
  expect(view.entries[0]?.readings.map(({ span, at }) => [span, at])).toEqual([
    ["1.4", 20],
    ["1.5", 40],
  ]);
});

test("a reading that comes before its entry waits for it, and keys may be any text", () => {
  const view = boardOf([read("w", "1.4", ["__proto__", 1], ["a", 2]), write("a", 1), write("__proto__", 1)]);
  expect(view.entries.map(({ key, readings }) => [key, readings.length])).toEqual([
    ["a", 0],
    ["__proto__", 1],
  ]);
});

test("a version that is written twice is kept twice, and the newer one is read", () => {
  const view = boardOf([write("a", 1, "first"), write("a", 1, "second"), read("w", "1.4", ["a", 1])]);
  expect(view.entries.map(({ text, readings }) => [text, readings.length])).toEqual([
    ["first", 0],
    ["second", 1],
  ]);
});
