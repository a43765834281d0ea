// The fields of a form, read from a settings schema.
import { expect, test } from "vitest";
import { z as classic } from "zod";
import { fieldsOf } from "../../src/engine/fields.ts";
import { patterns } from "../../src/engine/index.ts";
import { z } from "../../src/engine/schema.ts";

test("choices, switches, numbers with their limits and texts become fields, each with its default", () => {
  const schema = z.object({
    mode: z._default(z.enum(["fast", "slow"]), "slow"),
    strict: z._default(z.boolean(), true),
    width: z._default(z.int().check(z.minimum(1), z.maximum(8)), 3),
    share: z.optional(z.number()),
    note: z._default(z.string(), ""),
  });
  expect(fieldsOf(schema)).toEqual([
    { name: "mode", initial: "slow", kind: "choice", options: ["fast", "slow"] },
    { name: "strict", initial: true, kind: "switch" },
    { name: "width", initial: 3, kind: "number", min: 1, max: 8, whole: true },
    { name: "share", initial: undefined, kind: "number", min: undefined, max: undefined, whole: false },
    { name: "note", initial: "", kind: "text" },
  ]);
});

test("what no simple field can show is left out", () => {
  expect(fieldsOf(z.object({ list: z.array(z.string()), either: z.union([z.string(), z.number()]) }))).toEqual([]);
});

test("a list of agents is a team, whatever pattern it stands in, with the most that it may hold", () => {
  const agent = z.object({ name: z.string(), role: z.string(), tools: z.nullable(z.array(z.string())) });
  const crew = z._default(z.nullable(z.array(agent).check(z.minLength(1), z.maxLength(5))), null);
  expect(fieldsOf(z.object({ crew, plain: z.array(agent), other: z.array(z.object({ name: z.string() })) }))).toEqual([
    { name: "crew", initial: null, kind: "team", most: 5 },
    { name: "plain", initial: undefined, kind: "team", most: Infinity },
  ]);
});

test("schemas of classic zod are read too", () => {
  expect(fieldsOf(classic.object({ n: classic.int().min(2).default(4) }))).toMatchObject([
    { name: "n", initial: 4, min: 2, whole: true },
  ]);
});

test("the settings of every pattern can be read", () => {
  const names = Object.fromEntries(
    patterns.map(({ id, settings }) => [id, fieldsOf(settings).map(({ name }) => name)]),
  );
  expect(names["react"]).toEqual(["protocol"]);
  expect(names["multi-agent"]).toEqual(["team"]);
  expect(names["plan-execute"]).toEqual(["parallelSteps", "reflection", "approval"]);
});
