// The public price list: which ids it knows, and the price that a ceiling can be kept with.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelInfo } from "@pydantic/genai-prices";
import { findListed, listDate, listedBy, listVersion } from "../../src/ui/prices/price-list.ts";

const installed = new URL("../../node_modules/@pydantic/genai-prices/package.json", import.meta.url);

test("the day of the list is that of the version that is installed", () => {
  const { version } = JSON.parse(readFileSync(installed, "utf8")) as { version: string };
  expect(listVersion, "Look up when this version was published, and write its day into price-list.ts").toBe(version);
  expect(listDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("a model is found by its maker's name for it, with the day of the list", () => {
  expect(findListed("gpt-4.1-mini")).toEqual({
    price: { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6, cachedUsdPerMillion: 0.1 },
    matched: "gpt-4.1-mini",
    provider: "OpenAI",
    date: listDate,
    highest: false,
  });
});

test.each(["gpt-4.1-mini-2025-04-14", "claude-sonnet-4-5-20250929"])("a dated release is found: %s", (id) => {
  expect(findListed(id)?.price.inputUsdPerMillion).toBeGreaterThan(0);
});

test.each([
  "my-gpt-4.1-mini",
  "gpt-4.1-mini-tuned",
  "deepseek-r1:8b",
  "deepseek-chat-of-mine",
  "claude-sonnet-4-5-clone",
  "Qwen/Qwen3-8B",
  "llama.cpp",
  "whisper-1",
  "constructor",
  "__proto__",
  "",
])("an id that only resembles one, or has no price for text, is unknown: %s", (id) => {
  expect(findListed(id)).toBeNull();
});

test("any id at all is answered", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const found = findListed(id);
      expect(found === null || found.price.inputUsdPerMillion >= 0).toBe(true);
    }),
  );
});

/** Finds a model of a maker that has these. */
const finderIn =
  (...models: (Omit<ModelInfo, "match"> & Partial<ModelInfo>)[]) =>
  (id: string, now = new Date("2026-06-01")) =>
    listedBy({ name: "Maker", models: models.map((model) => ({ match: { equals: model.id }, ...model })) }, id, now);

test("of prices by length or time of day the highest is taken, and said to be", () => {
  const find = finderIn(
    {
      id: "model-long",
      prices: {
        input_mtok: { base: 1, tiers: [{ start: 200_000, price: 2 }] },
        cache_read_mtok: 0.5,
        output_mtok: 10,
      },
    },
    {
      id: "model-night",
      prices: [
        { prices: { input_mtok: 9, output_mtok: 9 } },
        { constraint: { type: "start_date", start_date: "2026-01-01" }, prices: { input_mtok: 1, output_mtok: 2 } },
        {
          constraint: { type: "time_of_date", start_time: "00:30:00Z", end_time: "16:30:00Z" },
          prices: { input_mtok: 3, output_mtok: 1, cache_read_mtok: 0.1 },
        },
        { constraint: { type: "start_date", start_date: "2027-01-01" }, prices: { input_mtok: 50, output_mtok: 50 } },
      ],
    },
  );
  expect(find("model-long")).toMatchObject({
    price: { inputUsdPerMillion: 2, cachedUsdPerMillion: 0.5, outputUsdPerMillion: 10 },
    highest: true,
  });
  const night = find("model-night");
  expect(night?.price).toEqual({ inputUsdPerMillion: 3, outputUsdPerMillion: 2 });
  expect(night?.highest).toBe(true);
  expect(find("model-night", new Date("2027-06-01"))?.price.inputUsdPerMillion).toBe(50);
});

test("what is charged per call, for reasoning and for writing the cache is counted", () => {
  const find = finderIn({
    id: "model-all",
    prices: {
      input_mtok: 1,
      cache_write_mtok: 1.25,
      output_mtok: 4,
      output_reasoning_mtok: 6,
      requests_kcount: 12,
    },
  });
  expect(find("model-all")).toMatchObject({
    price: { inputUsdPerMillion: 1.25, outputUsdPerMillion: 4, reasoningUsdPerMillion: 6, usdPerCall: 0.012 },
    highest: true,
  });
});

test("a model that the list knows twice, or without prices, is unknown", () => {
  const match = { equals: "model-twice" };
  const find = finderIn(
    { id: "a", match, prices: { input_mtok: 1, output_mtok: 1 } },
    { id: "b", match, prices: { input_mtok: 2, output_mtok: 2 } },
    { id: "model-free", prices: {} },
    { id: "model-speech", prices: { input_mtok: 1, audio_hours: 3 } },
  );
  expect([find("model-twice"), find("model-free"), find("model-speech")]).toEqual([null, null, null]);
});
