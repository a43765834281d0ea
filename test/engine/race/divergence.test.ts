// Where two runs of a task first differ, and what each used after it.
import { expect, test } from "vitest";
import { divergence } from "../../../src/engine/race/index.ts";
import { stamp } from "../../fixtures/log.ts";
import { logOf, type Turn } from "./logs.ts";

const parts = (one: readonly Turn[], other: readonly Turn[], answers: [string, string] = ["50", "50"]) =>
  divergence(logOf(one, answers[0]), logOf(other, answers[1]));

test("runs that did the same to the end do not diverge, however long each took", () => {
  const log = logOf([{}, {}], "50");
  const slower = log.map((event) => ({ ...event, at: event.at * 3 }));
  expect(divergence(log, slower)).toMatchObject({
    kind: null,
    one: { seq: null, after: { usd: 0, tokens: 0, modelCalls: 0 } },
  });
});

test("the first call with other arguments is named in both, with what each used after it", () => {
  const found = parts([{}, { input: { expression: "1+1" } }, {}], [{}, { input: { expression: "2+2" } }]);
  expect(found.kind).toBe("call");
  expect(found.one).toMatchObject({
    span: "1.2.2",
    before: { modelCalls: 2, toolCalls: 1, tokens: 240, usd: 0.002 },
    after: { modelCalls: 1, toolCalls: 2, tokens: 120, usd: 0.001 },
  });
  expect(found.other).toMatchObject({ span: "1.2.2", after: { modelCalls: 0, toolCalls: 1, tokens: 0, usd: 0 } });
});

test("the order of keys and blanks around texts are no difference", () => {
  expect(parts([{ input: { a: 1, b: " x" } }], [{ input: { b: "x", a: 1 } }]).kind).toBeNull();
});

test.each([
  ["reply", [{ says: "I add." }], [{ says: "I multiply." }], ["50", "50"]],
  ["observation", [{ output: 50 }], [{ output: 51 }], ["50", "50"]],
  ["answer", [{}], [{}], ["50", "51"]],
] as const)("what differs first may be the %s", (kind, one, other, answers) => {
  expect(parts(one, other, [...answers]).kind).toBe(kind);
});

test("where one goes on, the other has its end in that place", () => {
  const found = parts([{}, {}], [{}]);
  expect(found).toMatchObject({ kind: "span", one: { span: "1.2" }, other: { span: null } });
  expect(found.other.after).toMatchObject({ modelCalls: 0, toolCalls: 0 });
});

test("another pattern parts at the beginning", () => {
  const log = logOf([{}], "50");
  const other = log.map((event) => (event.type === "run.start" ? { ...event, pattern: "single" } : event));
  expect(divergence(log, other)).toMatchObject({ kind: "set-up", one: { seq: 0, before: { tokens: 0 } } });
});

test("agents side by side may speak in any order", () => {
  const log = logOf([{}, { input: { expression: "2+2" } }], "50");
  // The second turn's events come before the first one's.
  const inner = log.slice(2, -2);
  const swapped = stamp([
    ...log.slice(0, 2),
    ...inner.slice(inner.length / 2),
    ...inner.slice(0, inner.length / 2),
    ...log.slice(-2),
  ]);
  expect(divergence(log, swapped).kind).toBeNull();
});

test("before and after add up to the whole, in both", () => {
  const [one, other] = [logOf([{}, { output: 1 }, {}], "a"), logOf([{}, { output: 2 }], "b")];
  const { one: mine, other: theirs } = divergence(one, other);
  expect([mine.before.tokens + mine.after.tokens, theirs.before.tokens + theirs.after.tokens]).toEqual([360, 240]);
  expect(mine.before.ms + mine.after.ms).toBe(one.at(-1)?.at);
});
