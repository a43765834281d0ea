// Parts of tool calls in the dialects that servers speak.
import { describe, expect, test } from "vitest";
import { toolCallParts } from "../../../src/engine/model/tool-call-parts.ts";

type Part = Record<string, unknown>;
const part = (name: string | undefined, json: unknown, more: Part = {}): Part => ({
  ...more,
  function: { ...(name !== undefined && { name }), ...(json !== undefined && { arguments: json }) },
});

/** The calls of some deltas, as `name arguments`. */
function joined(...deltas: Part[][]): string[] {
  const parts = toolCallParts();
  for (const delta of deltas) parts.add(delta);
  const made = parts.calls();
  expect(new Set(made.map((call) => call.id)).size).toBe(made.length);
  for (const call of made) expect(call.id).not.toBe("");
  return made.map((call) => `${call.name} ${call.arguments}`);
}

const a = '{"n":1}';
const b = '{"n":2}';

describe("tool calls in parts", () => {
  test("with an index may be mixed", () => {
    const first = [part("f", "", { index: 0, id: "x" }), part("g", "", { index: 1, id: "y" })];
    expect(joined(first, [part(undefined, b, { index: 1 })], [part(undefined, a, { index: 0 })])).toEqual([
      `f ${a}`,
      `g ${b}`,
    ]);
  });

  test("are two calls if each has index 0 and an id of its own", () => {
    expect(joined([part("f", a, { index: 0, id: "x" })], [part("f", b, { index: 0, id: "y" })])).toEqual([
      `f ${a}`,
      `f ${b}`,
    ]);
  });

  test("are one call if every part has a fresh id but no name", () => {
    const more = (text: string, id: string) => [part(undefined, text, { index: 0, id })];
    expect(joined([part("f", "", { index: 0, id: "x" })], more('{"n"', "y"), more(":1}", "z"))).toEqual([`f ${a}`]);
  });

  test("are two whole calls without index and id, one after the other", () => {
    expect(joined([part("f", a)], [part("f", b)], [part("g", undefined)])).toEqual([`f ${a}`, `f ${b}`, "g {}"]);
    expect(joined([part("f", a, { index: 0 })], [part("f", b, { index: 0 })])).toEqual([`f ${a}`, `f ${b}`]);
  });

  test("go on side by side without index and id", () => {
    const rest = [part(undefined, ":1}"), part(undefined, ":2}")];
    expect(joined([part("f", '{"n"'), part("g", '{"n"')], rest)).toEqual([`f ${a}`, `g ${b}`]);
  });

  test("are one call if the name comes again with every part, or the whole call once more at the end", () => {
    const again = (json: string) => [part("f", json, { index: 0, id: "x" })];
    expect(joined(again(""), again('{"n"'), again(":1}"), again(""))).toEqual([`f ${a}`]);
    expect(joined(again('{"n"'), [part(undefined, ":1}", { index: 0 })], again(a))).toEqual([`f ${a}`]);
  });

  test("get ids of their own where a server gives two calls the same", () => {
    expect(joined([part("f", a, { index: 0, id: "0" }), part("f", b, { index: 1, id: "0" })])).toEqual([
      `f ${a}`,
      `f ${b}`,
    ]);
  });

  test("get nine letters and digits as an id, where there was none", () => {
    const parts = toolCallParts();
    parts.add([part("f", a)]);
    expect(parts.calls()[0]?.id).toMatch(/^[a-z0-9]{9}$/);
  });

  test("may have their arguments as an object, more than once", () => {
    expect(joined([part("f", { n: 1 }, { index: 0 })], [part(undefined, { n: 2 }, { index: 0 })])).toEqual([`f ${b}`]);
  });

  test("that say nothing are no calls", () => {
    expect(joined([{}], [part("", "", { index: 0 })], [null as unknown as Part])).toEqual([]);
  });

  test("keep arguments that are no JSON as they were written", () => {
    expect(joined([part("f", '{"n":', { index: 0, id: "x" })])).toEqual(['f {"n":']);
  });
});
