// What was kept of a person's choices, whatever wrote it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstSettings, readSettings } from "../../src/ui/settings.svelte.ts";

test("settings come back as they were kept", () => {
  const settings = {
    ...firstSettings(),
    task: "计算10*5",
    pattern: "single",
    patternSettings: { react: { protocol: "text" } },
    model: "gpt-4.1-mini",
    roleModels: { planner: "gpt-4.1", reviewer: "rehearsal" },
    temperatures: { main: 1, executor: 0 },
    agents: { main: { name: "Ada", text: "Be brief." }, reviewer: { text: "Be strict." } },
    budget: { usd: 0.25, tokens: null },
    toolsOff: ["delete_file"],
    loopRules: false,
    prices: { "gpt-4.1-mini": { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6, cachedUsdPerMillion: 0.1 } },
    toolPrices: { calculator: 0.01, read_file: 0 },
    theme: "dark" as const,
  };
  expect(readSettings(JSON.stringify(settings))).toEqual(settings);
});

test("what does not fit is left out, and the rest kept", () => {
  const kept =
    '{"task":5,"model":"m","theme":"pink","toolsOff":[1,"a"],"loopRules":"no","budget":{"usd":-1,"steps":"x","wallMs":5000,"nothing":3}}';
  expect(readSettings(kept)).toEqual({ ...firstSettings(), model: "m", toolsOff: ["a"], budget: { wallMs: 5000 } });
});

test("only what fits is kept of roles: those that there are, temperatures within bounds", () => {
  const kept =
    '{"roleModels":{"main":"m","planner":"p","cook":"c","reviewer":7},"temperatures":{"main":2,"planner":2.1,"executor":-1,"reviewer":"0","cook":1},"agents":{"main":{"name":1,"text":"t"},"planner":"p","cook":{"name":"n"},"reviewer":{"age":3}}}';
  expect(readSettings(kept)).toEqual({
    ...firstSettings(),
    roleModels: { planner: "p" },
    temperatures: { main: 2 },
    agents: { main: { text: "t" } },
  });
});

test("only prices that can be counted with are kept", () => {
  const kept =
    '{"prices":{"a":{"inputUsdPerMillion":1},"b":{"inputUsdPerMillion":-1,"outputUsdPerMillion":1},"c":5,"d":{"inputUsdPerMillion":1,"outputUsdPerMillion":2,"more":3}},"toolPrices":{"a":-1,"b":"1","c":9001,"d":0.5}}';
  expect(readSettings(kept)).toEqual({
    ...firstSettings(),
    prices: { d: { inputUsdPerMillion: 1, outputUsdPerMillion: 2 } },
    toolPrices: { d: 0.5 },
  });
});

test.each([null, "", "{", "[]", "null", '"text"'])("begins anew where nothing can be read: %s", (kept) => {
  expect(readSettings(kept)).toEqual(firstSettings());
});

test("hostile keys reach no prototype", () => {
  const kept =
    '{"__proto__":{"polluted":1},"patternSettings":{"__proto__":{"polluted":1},"constructor":{"a":1}},"budget":{"__proto__":1},"prices":{"__proto__":{"inputUsdPerMillion":1,"outputUsdPerMillion":1}},"toolPrices":{"__proto__":1}}';
  const settings = readSettings(kept);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(Object.keys(settings.patternSettings)).toEqual(["constructor"]);
  expect(settings.budget).toEqual({});
  expect(Object.getPrototypeOf(settings.prices)).toBe(Object.prototype);
  expect(settings.toolPrices).toEqual({});
});

test("any JSON at all gives settings that can be used", () => {
  fc.assert(
    fc.property(fc.json(), (kept) => {
      const settings = readSettings(kept);
      expect(typeof settings.task).toBe("string");
      expect(readSettings(JSON.stringify(settings))).toEqual(settings);
    }),
  );
});
