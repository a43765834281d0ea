// A run to JSON and back, and what import makes of files that are broken or hostile.
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { defaultBudget } from "../../src/engine/budget.ts";
import type { RunEvent } from "../../src/engine/events.ts";
import { jsonErrorOffset } from "../../src/engine/json-position.ts";
import { maxRecordLength, readRun, recordVersion, writeRun, type RunRecord } from "../../src/engine/record.ts";
import { schemaFile, schemaText } from "../generate-schema.ts";

const log: RunEvent[] = [
  {
    type: "run.start",
    format: 1,
    task: "Calculate 10*5",
    pattern: "react",
    settings: { protocol: "tools" },
    budget: defaultBudget,
    models: {
      main: { id: "m", price: null, can: { tools: true, responseSchema: true, stop: true, temperature: true } },
    },
    tools: [{ name: "calculator", description: "Calculates.", readOnly: true, usdPerCall: 0 }],
    language: "en",
    loopRules: true,
    startedAt: "2026-11-30T12:00:00.000Z",
    seq: 0,
    at: 0,
  },
  { type: "span.start", span: "1", parent: null, kind: "agent", name: "react", seq: 1, at: 0 },
  { type: "span.start", span: "1.1", parent: "1", kind: "tool", name: "calculator", seq: 2, at: 1 },
  {
    type: "tool.call",
    span: "1.1",
    callId: "c1",
    tool: "calculator",
    arguments: { expression: "10*5" },
    seq: 3,
    at: 1,
  },
  { type: "observation", span: "1.1", output: 50, seq: 4, at: 2.5 },
  { type: "span.end", span: "1.1", status: "ok", seq: 5, at: 2.5 },
  { type: "span.end", span: "1", status: "ok", seq: 6, at: 3 },
  { type: "run.end", status: "completed", answer: "50", seq: 7, at: 3 },
];
const run: RunRecord = { id: "r1", title: "Ten times five", files: [{ name: "result.txt", text: "50" }], events: log };

/** Whatever JSON.parse makes. */
type Loose = ReturnType<typeof JSON.parse>;

/** The run as a file, after `change` had its way with it. */
function file(change: (file: Loose) => void): string {
  const value = JSON.parse(writeRun(run));
  change(value);
  return JSON.stringify(value);
}

function record(input: unknown): RunRecord {
  const result = readRun(input);
  if (!result.ok) throw new Error(result.problem.message);
  return result.record;
}

function problem(input: unknown) {
  const result = readRun(input);
  if (result.ok) throw new Error("it was read");
  return result.problem;
}

describe("a run as a file", () => {
  test("comes back as it was, marked as imported", () => {
    expect(record(writeRun(run))).toStrictEqual({ ...run, imported: true });
  });

  test("is the same text after an import and another export", () => {
    const once = writeRun(record(writeRun(run)));
    expect(writeRun(record(once))).toBe(once);
  });

  test("is read from an object too, and shares nothing with it", () => {
    const given = JSON.parse(writeRun(run));
    const read = record(given);
    given.events[4].output = 51;
    given.files[0].text = "51";
    expect(read).toStrictEqual({ ...run, imported: true });
  });

  test("without an end is read as an interrupted run", () => {
    const open = record(file((value) => value.events.splice(4)));
    expect(open.interrupted).toBe(true);
    expect(open.events).toHaveLength(4);
    expect(record(file((value) => (value.interrupted = true))).interrupted).toBeUndefined();
  });

  test("may begin with a byte order mark", () => {
    expect(record(`\ufeff${writeRun(run)}`).id).toBe("r1");
  });

  test("keeps any plain JSON that a tool gave", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "small" }), (output) => {
        const events = log.with(4, { type: "observation", span: "1.1", output, seq: 4, at: 2.5 });
        const text = writeRun({ ...run, events });
        expect(text.isWellFormed()).toBe(true);
        const expected = JSON.parse(
          JSON.stringify(output).replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (e) => (e.length > 2 ? "\ufffd" : e)),
        );
        expect((record(text).events[4] as { output: unknown }).output).toStrictEqual(expected);
      }),
    );
  });

  test("keeps HTML in names as text", () => {
    const name = `<img src=x onerror="alert(1)">`;
    const read = record(writeRun({ ...run, title: name, files: [{ name, text: "</script>" }] }));
    expect([read.title, read.files[0]?.name, read.files[0]?.text]).toEqual([name, name, "</script>"]);
  });

  test("fits run.schema.json, which is up to date", async () => {
    const schema = await readFile(schemaFile, "utf8");
    expect(schema, "run `node test/generate-schema.ts`").toBe(schemaText());
    const published = fromJSONSchema(JSON.parse(schema) as Loose);
    expect(published.safeParse(JSON.parse(writeRun(run))).error).toBeUndefined();
    expect(published.safeParse(JSON.parse(file((value) => (value.events[4].seq = -1)))).success).toBe(false);
  });
});

describe("a file that is no run is refused", () => {
  test("with line and column, where it is not JSON", () => {
    const text = writeRun(run).replace('"answer":"50"', '"answer":fifty');
    const line = text.slice(0, text.indexOf("fifty")).split("\n").length;
    const column = (text.split("\n")[line - 1] ?? "").indexOf("fifty") + 1;
    expect(problem(text)).toMatchObject({ code: "not-json", line, column });
    expect(problem(text).message).toContain(`line ${line}, column ${column} cannot begin with "fifty`);
    expect(problem(writeRun(run).slice(0, 700))).toMatchObject({ code: "not-json" });
    expect(problem(writeRun(run).slice(0, 700)).message).toContain("ends too early");
    expect(problem("")).toMatchObject({ code: "not-json", line: 1, column: 1 });
  });

  test("where the text is too long, before it is parsed", () => {
    expect(problem(" ".repeat(maxRecordLength + 1))).toMatchObject({ code: "too-large" });
  });

  test.each([
    ["null", "null", "format"],
    ["a list", "[]", "format"],
    ["another program's file", `{"format":"trace-bundle","version":1}`, "format"],
  ])("where it is %s", (_name, text, path) => {
    expect(problem(text)).toMatchObject({ code: "not-a-run", path });
  });

  test("where a newer page wrote it", () => {
    expect(problem(file((value) => (value.version = 7)))).toMatchObject({ code: "newer-format", path: "version" });
  });

  test.each([
    ["version", (value: Loose) => (value.version = "1")],
    ["version", (value: Loose) => (value.version = 0)],
    ["id", (value: Loose) => (value.id = "")],
    ["files[0].text", (value: Loose) => delete value.files[0].text],
    ["events", (value: Loose) => (value.events = [])],
    ["events[0].budget.usd", (value: Loose) => (value.events[0].budget.usd = "much")],
    ["events[4].type", (value: Loose) => (value.events[4].type = "toString")],
    ["events[4].seq", (value: Loose) => (value.events[4].seq = 4.5)],
  ])("with the path %s and the repair", (path, change) => {
    const found = problem(file(change));
    expect(found).toMatchObject({ code: "bad-shape", path });
    expect(found.message).toContain(`${path}: `);
    expect(found.message).toContain("export the run again");
  });

  test.each([
    [
      "events[0].type",
      (value: Loose) => value.events.shift() && value.events.forEach((event: Loose, seq: number) => (event.seq = seq)),
    ],
    ["events[0].startedAt", (value: Loose) => (value.events[0].startedAt = "yesterday")],
    ["events[3].seq", (value: Loose) => (value.events[3].seq = 9)],
    ["events[3].at", (value: Loose) => (value.events[3].at = 0.5)],
    ["events[3].span", (value: Loose) => (value.events[3].span = "1.2")],
    ["events[2].parent", (value: Loose) => (value.events[2].parent = "__proto__")],
    ["events[2].span", (value: Loose) => (value.events[2].span = "1")],
    ["events[6].span", (value: Loose) => (value.events[6].span = "1.1")],
    ["events[8]", (value: Loose) => value.events.push({ ...value.events[4], seq: 8, at: 3 })],
  ])("where the log breaks its rules at %s", (path, change) => {
    expect(problem(file(change))).toMatchObject({ code: "bad-log", path });
  });

  test("without a million problems for a million wrong events", () => {
    const found = problem(file((value) => (value.events = new Array(300_000).fill(null))));
    expect(found).toMatchObject({ code: "bad-shape", path: "events[0]" });
    expect(found.message.length).toBeLessThan(500);
  });

  test("where it lies deeper than any run, also when it breaks off there", () => {
    const deep = writeRun(run).replace('"output":50', `"output":${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(problem(deep)).toMatchObject({ code: "too-deep" });
    expect(problem("[".repeat(1_000_000))).toMatchObject({ code: "not-json", column: 1_000_001 });
  });
});

describe("hostile names and letters", () => {
  const polluted = () => [({} as Loose).polluted, ({} as Loose).isAdmin, Object.keys(Object.prototype)];

  test("BUG-G-04: the reported bundle is refused and pollutes nothing", () => {
    const text = `{"format":"trace-bundle","version":1,"runs":[{"id":"__proto__","title":"p","__proto__":{"isAdmin":true},"nodes":{"__proto__":{"label":"x"},"constructor":{"prototype":{"polluted":1}},"toString":{"label":"t"}},"steps":[{"id":"s1","tool":"__proto__","args":{"__proto__":{"polluted":1},"a":1}}]}],"settings":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`;
    expect(problem(text)).toMatchObject({ code: "unsafe-key", path: "runs[0].__proto__" });
    expect(polluted()).toEqual([undefined, undefined, []]);
  });

  test("BUG-G-04: a __proto__ among the settings is refused with its path", () => {
    const text = writeRun(run).replace('"settings":{', '"settings":{"__proto__":{"polluted":1},');
    expect(problem(text)).toMatchObject({ code: "unsafe-key", path: "events[0].settings.__proto__" });
    expect(polluted()).toEqual([undefined, undefined, []]);
  });

  test("BUG-G-04: __proto__ and constructor in a tool's arguments stay data and round-trip unchanged", () => {
    const hostile = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}`;
    const text = writeRun(run).replace(`{"expression":"10*5"}`, hostile);
    const read = record(text);
    const call = read.events[3] as { arguments: object };
    expect(Object.getPrototypeOf(call.arguments)).toBe(Object.prototype);
    expect(Object.keys(call.arguments)).toEqual(["__proto__", "constructor", "a"]);
    expect(writeRun(read)).toContain(hostile);
    expect(polluted()).toEqual([undefined, undefined, []]);
  });

  test("BUG-G-04: other built-in names are kept as data wherever they stand", () => {
    const read = record(file((value) => (value.events[0].settings.constructor = { prototype: { polluted: 1 } })));
    expect(writeRun(read)).toContain(`"constructor":{"prototype":{"polluted":1}}`);
    expect(polluted()).toEqual([undefined, undefined, []]);
  });

  test("BUG-G-05: half an emoji in a file, a title, a key or an argument becomes U+FFFD, in and out", () => {
    const text = writeRun(run)
      .replace("Ten times five", "bad \\udc00 title")
      .replace(`"expression":"10*5"`, `"q\\ud83c":"\\ud83c"`);
    const read = record(text);
    expect(read.title).toBe("bad \ufffd title");
    expect(read.events[3]).toMatchObject({ arguments: { "q\ufffd": "\ufffd" } });
    const written = writeRun({ ...run, title: "\ud83c", files: [{ name: "\udf0a.txt", text: "wave 🌊 \\ud83c" }] });
    expect(JSON.parse(written)).toMatchObject({
      title: "\ufffd",
      files: [{ name: "\ufffd.txt", text: "wave 🌊 \\ud83c" }],
    });
    expect(written).not.toMatch(/[^\\]\\ud[89a-f]/);
  });
});

describe("an older file", () => {
  test("is taken up one step a version", () => {
    const old = file((value) => {
      value.version = recordVersion - 1;
      value.name = value.title;
      delete value.title;
    });
    const steps = new Map([
      [recordVersion - 1, ({ name, ...rest }: Record<string, unknown>) => ({ ...rest, title: name })],
    ]);
    expect(readRun(old, steps)).toMatchObject({ ok: true, record: { title: "Ten times five" } });
  });
});

test("jsonErrorOffset finds an error exactly where JSON.parse does", () => {
  const mangled = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", "}", "]", ",", '"', "\\", "x", "\u0001", ":", "-", "0", "{"),
      fc.nat(1),
    )
    .map(([json, at, letter, cut]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + letter + json.slice(place + cut);
    });
  fc.assert(
    fc.property(mangled, (text) => {
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      expect(jsonErrorOffset(text) === -1).toBe(parses);
    }),
    { numRuns: 2000 },
  );
  expect(jsonErrorOffset(`{"a":[1,2,]}`)).toBe(10);
  expect(jsonErrorOffset(`{"a":1,}`)).toBe(7);
  expect(jsonErrorOffset(`[1] 2`)).toBe(4);
  expect(jsonErrorOffset(`["a\n"]`)).toBe(3);
});
