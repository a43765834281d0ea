// Loop rules: what counts as going round in circles, what does not, and what the model is told.
import { describe, expect, test } from "vitest";
import { canonicalArguments, isEmptyResult } from "../../src/engine/loop-compare.ts";
import { nudgeText } from "../../src/engine/loop-words.ts";
import { createLoopWatch, type LoopRule, type LoopVerdict } from "../../src/engine/loops.ts";

type Step = [tool: string, args: unknown, result: string, failed?: boolean];

/** The verdict after each call, as `rule level count` or `-`. */
function watch(steps: Step[], readOnly: string[] = []): string[] {
  const loops = createLoopWatch({ isReadOnly: (tool) => readOnly.includes(tool) });
  return steps.map(([tool, args, result, failed = false], index) =>
    shown(loops.call({ span: `1.${index}`, tool, arguments: args, result, failed })),
  );
}

const shown = (verdict: LoopVerdict): string =>
  verdict.level === "none" ? "-" : `${verdict.rule} ${verdict.level} ${verdict.count}`;

const times = (count: number, step: (index: number) => Step): Step[] =>
  Array.from({ length: count }, (_, at) => step(at));

describe("the same call", () => {
  test("with the same result: a nudge at three, once, and a stop from four on", () => {
    expect(watch(times(5, () => ["search", { q: "x" }, "old list"]))).toEqual([
      "-",
      "-",
      "same_call_same_result nudge 3",
      "same_call_same_result stop 4",
      "same_call_same_result stop 5",
    ]);
  });

  test("with the same error: a nudge at two, a stop at three", () => {
    expect(watch(times(3, () => ["fetch", { url: "x" }, "HTTP 403", true]))).toEqual([
      "-",
      "same_call_error nudge 2",
      "same_call_error stop 3",
    ]);
  });

  test("is the same in other key order, with blanks around texts, as JSON text, and with 1.0 for 1", () => {
    const forms: unknown[] = [
      { a: 1, b: { x: "t", y: [2] } },
      { b: { y: [2], x: " t " }, a: 1 },
      '{"b": {"y": [2.0], "x": "t"}, "a": 1.0}',
      ' {"a":1,"b":{"x":"t","y":[2]}} ',
    ];
    expect(watch(forms.map((args) => ["find", args, "3 rows"])).at(-1)).toBe("same_call_same_result stop 4");
  });

  test("with a changing result is polling, also where the result is long and changes little", () => {
    const long = (percent: number) =>
      `job j7 of ops is running on node four, started at noon, owner ops, done ${percent} percent`;
    expect(
      watch(
        times(9, (at) => ["status", { id: "j7" }, long(at)]),
        ["status"],
      ),
    ).toEqual(Array(9).fill("-"));
  });

  test("after another call starts from one", () => {
    const same: Step = ["search", { q: "x" }, "old list"];
    expect(watch([same, same, ["calc", {}, "4"], same, same])).toEqual(Array(5).fill("-"));
  });

  test("that first failed and then works is another streak", () => {
    expect(
      watch([
        ["a", {}, "no", true],
        ["a", {}, "yes"],
        ["a", {}, "yes"],
      ]),
    ).toEqual(["-", "-", "-"]);
  });
});

describe("a nudge", () => {
  test("is given once for a streak, and again for the next one", () => {
    const same = times(3, () => ["search", { q: "x" }, "old"]) satisfies Step[];
    const steps = [...same, ["calc", {}, "4"] satisfies Step, ...same];
    expect(watch(steps).filter((verdict) => verdict !== "-")).toEqual(Array(2).fill("same_call_same_result nudge 3"));
  });

  test("names the call, the count and the result, and asks for another way, in the run's language", () => {
    const loops = createLoopWatch({ isReadOnly: () => false });
    const call = (span: string) =>
      loops.call({ span, tool: "search", arguments: '{"q":"dock fees"}', result: "page 1: old list", failed: false });
    call("1.1");
    call("1.2");
    const verdict = call("1.3");
    if (verdict.level === "none") throw new Error("no nudge");
    expect(verdict.spans).toEqual(["1.1", "1.2", "1.3"]);
    for (const part of ['search {"q":"dock fees"}', "3", "page 1: old list", "another way"]) {
      expect(nudgeText(verdict, "en")).toContain(part);
    }
    for (const part of ['search {"q":"dock fees"}', "3", "page 1: old list", "换一种方法"]) {
      expect(nudgeText(verdict, "zh")).toContain(part);
    }
  });

  test("has a text for every rule, and shortens a long result", () => {
    const rules: LoopRule[] = [
      "same_call_same_result",
      "same_call_error",
      "cycle",
      "no_progress",
      "little_new",
      "monologue",
      "chanting",
      "same_plan",
      "score_not_rising",
    ];
    for (const rule of rules) {
      for (const language of ["en", "zh"] as const) {
        const call = { tool: "search", arguments: "{}", result: "\u{1F30A}".repeat(10_000) };
        const text = nudgeText({ level: "stop", rule, count: 7, spans: [], call }, language);
        expect(text).toContain("7");
        expect(text.length).toBeLessThan(700);
        expect(text.isWellFormed()).toBe(true);
      }
    }
  });
});

describe("a cycle", () => {
  const round = (names: string[]): Step[] => names.map((name) => [name, { n: 1 }, `${name} done`]);

  test.each([[["a", "b"]], [["a", "b", "c"]], [["a", "b", "c", "d"]]])(
    "of %j stops after three full rounds",
    (names) => {
      const verdicts = watch([...round(names), ...round(names), ...round(names)]);
      expect(verdicts.slice(0, -1)).toEqual(Array(names.length * 3 - 1).fill("-"));
      expect(verdicts.at(-1)).toBe("cycle stop 3");
    },
  );

  test("of five different calls, or with another result in between, is none", () => {
    const five = round(["a", "b", "c", "d", "e"]);
    expect(watch([...five, ...five, ...five])).toEqual(Array(15).fill("-"));
    const changed: Step[] = [...round(["a", "b"]), ["a", { n: 1 }, "other"], ...round(["b"]), ...round(["a", "b"])];
    expect(watch(changed)).toEqual(Array(6).fill("-"));
  });

  test("names the spans of its three rounds", () => {
    const loops = createLoopWatch({ isReadOnly: () => false });
    const verdicts = times(8, (at) => [at % 2 ? "b" : "a", {}, "r"]).map(([tool, args, result], at) =>
      loops.call({ span: String(at), tool, arguments: args, result, failed: false }),
    );
    expect(verdicts[5]).toMatchObject({ rule: "cycle", spans: ["0", "1", "2", "3", "4", "5"] });
  });
});

describe("no progress", () => {
  test("re-worded calls that bring nothing: a nudge at three, a stop at five", () => {
    const results = ["no results", "[]", "", '{"results": [], "total": 0}', "没有结果"];
    expect(watch(results.map((result, at) => ["search", { q: `heron ${"x".repeat(at)}` }, result]))).toEqual([
      "-",
      "-",
      "no_progress nudge 3",
      "-",
      "no_progress stop 5",
    ]);
  });

  test("errors count as nothing; one result ends the streak, another tool too", () => {
    const fail = (at: number): Step => ["fetch", { at }, `error ${at}`, true];
    expect(watch(times(5, fail)).at(-1)).toBe("no_progress stop 5");
    expect(watch([fail(0), fail(1), ["fetch", { at: 2 }, "text"], fail(3), fail(4)])).toEqual(Array(5).fill("-"));
    expect(watch([fail(0), fail(1), ["calc", {}, "4"], fail(3), fail(4)])).toEqual(Array(5).fill("-"));
  });

  test("different calls that all answer ok are batch work", () => {
    expect(watch(times(20, (at) => ["write", { path: `${at}.md` }, "ok"]))).toEqual(Array(20).fill("-"));
  });
});

test.each<[string, boolean]>([
  ["No results found for “heron nests”.", true],
  ["0 matches", true],
  ["未找到相关结果", true],
  ["null", true],
  ['{"items": [], "count": 0, "next": null}', true],
  ['{"balance": 0}', false],
  ['{"ok": false}', false],
  ["ok", false],
  ["0", false],
  ["No. 5 is the right one", false],
  ["None of the files was changed since noon", false],
])("the result %s holds nothing: %s", (result, expected) => {
  expect(isEmptyResult(result)).toBe(expected);
});

describe("little new", () => {
  const report = "Lumen GmbH annual report 2023: revenue 41 million, profit 3 million, 210 staff, new plant in Ulm";
  const queries = [
    "Lumen GmbH revenue by region",
    "revenue of Lumen GmbH per region",
    "Lumen revenue split by region",
    "regional revenue Lumen GmbH",
    "Lumen GmbH revenue, region by region",
    "where does the revenue of Lumen GmbH come from, region",
    "Lumen revenue region table",
  ];

  test("re-worded questions of a read-only tool: a nudge at four, a stop at seven", () => {
    const steps: Step[] = queries.map((q, at) => ["search", { q }, at % 2 ? report : `${report}.`]);
    expect(watch(steps, ["search"])).toEqual(["-", "-", "-", "little_new nudge 4", "-", "-", "little_new stop 7"]);
    expect(watch(steps)).toEqual(Array(7).fill("-"));
  });

  test("in Chinese, by pairs of characters", () => {
    const asked = ["流明公司各地区收入", "流明公司的地区收入", "流明公司按地区的收入", "各地区流明公司收入情况"];
    const steps: Step[] = asked.map((q, at) => [
      "search",
      { q },
      `流明公司年报：收入四千一百万，员工二百一十人${"。".repeat(at)}`,
    ]);
    expect(watch(steps, ["search"]).at(-1)).toBe("little_new nudge 4");
  });

  test("a result with a fifth of new words starts the count anew", () => {
    const steps: Step[] = queries.map((q, at) => [
      "search",
      { q },
      at === 3 ? "Austria 24, Italy 11, Poland 6" : report,
    ]);
    expect(watch(steps, ["search"])).toEqual(Array(7).fill("-"));
  });

  test("other numbers mean other items", () => {
    const steps = times(9, (at) => [
      "status",
      { name: `web server ${at}` },
      "state running, load low, disk fine",
    ]) satisfies Step[];
    expect(watch(steps, ["status"])).toEqual(Array(9).fill("-"));
    const pages = times(9, (at) => [
      "read",
      { url: "https://example.org/x", page: at },
      "page not yet scanned",
    ]) satisfies Step[];
    expect(watch(pages, ["read"])).toEqual(Array(9).fill("-"));
  });
});

describe("a monologue", () => {
  test("stops at the third reply in a row with neither action nor answer", () => {
    const loops = createLoopWatch({ isReadOnly: () => false });
    expect(["1.1", "1.2", "1.3"].map((span) => shown(loops.say(span)))).toEqual(["-", "-", "monologue stop 3"]);
    expect(loops.standing()).toMatchObject({ rule: "monologue", spans: ["1.1", "1.2", "1.3"] });
  });

  test("is over with a call or a message of the person", () => {
    const loops = createLoopWatch({ isReadOnly: () => false });
    loops.say("1.1");
    loops.say("1.2");
    loops.call({ span: "1.3", tool: "a", arguments: {}, result: "", failed: false });
    expect(shown(loops.say("1.4"))).toBe("-");
    loops.say("1.5");
    loops.user();
    expect(shown(loops.say("1.6"))).toBe("-");
  });
});

test("a message of the person clears the history", () => {
  const loops = createLoopWatch({ isReadOnly: () => true });
  const call = () => loops.call({ span: "1", tool: "a", arguments: {}, result: "r", failed: false });
  call();
  call();
  loops.user();
  call();
  expect(shown(call())).toBe("-");
  expect(shown(loops.standing())).toBe("-");
});

test("canonical arguments are equal for equal values only", () => {
  expect(canonicalArguments('{"b":[{"y":1,"x":"a "}],"a":1.0}')).toBe(
    canonicalArguments({ a: 1, b: [{ x: "a", y: 1 }] }),
  );
  expect(canonicalArguments({ a: "1" })).not.toBe(canonicalArguments({ a: 1 }));
  expect(canonicalArguments({ a: null })).not.toBe(canonicalArguments({}));
  expect(canonicalArguments("")).toBe(canonicalArguments({}));
  expect(canonicalArguments("not json")).toBe("not json");
});

test("a call costs the same in a long run as in a short one", () => {
  const time = (from: number, loops: ReturnType<typeof createLoopWatch>): number => {
    const start = performance.now();
    for (let at = from; at < from + 10_000; at++) {
      loops.call({ span: "1", tool: "add", arguments: `{"a":${at},"b":2}`, result: String(at + 2), failed: false });
    }
    return performance.now() - start;
  };
  const loops = createLoopWatch({ isReadOnly: () => true });
  time(0, loops);
  const early = Math.min(time(10_000, loops), time(20_000, loops));
  for (let round = 3; round < 20; round++) time(round * 10_000, loops);
  const late = Math.min(time(200_000, loops), time(210_000, loops), time(220_000, loops));
  expect(late).toBeLessThan(Math.max(early, 1) * 8);
});
