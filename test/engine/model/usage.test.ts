// Token counts in the shapes that providers send.
import { expect, test } from "vitest";
import { readUsage } from "../../../src/engine/model/usage.ts";
import { chunk, done, read } from "./chunks.ts";

test.each([
  [
    "OpenAI",
    {
      prompt_tokens: 9,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 3 },
    },
    { inputTokens: 9, outputTokens: 4, cachedTokens: 8, reasoningTokens: 3 },
  ],
  [
    "DeepSeek",
    { prompt_tokens: 9, prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 4, completion_tokens: 1 },
    { inputTokens: 9, outputTokens: 1, cachedTokens: 5 },
  ],
  [
    "hit and miss only",
    { prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 4, completion_tokens: 1 },
    { inputTokens: 9, outputTokens: 1, cachedTokens: 5 },
  ],
  ["other names", { input_tokens: 9, output_tokens: 1 }, { inputTokens: 9, outputTokens: 1 }],
  [
    "null details",
    { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: null },
    { inputTokens: 9, outputTokens: 1 },
  ],
  ["a total only", { total_tokens: 10, completion_tokens: 1 }, { inputTokens: 9, outputTokens: 1 }],
  ["nothing that counts", { prompt_tokens: -1, completion_tokens: "7" }, undefined],
  ["null", null, undefined],
])("readUsage reads %s", (_, sent, expected) => {
  expect(readUsage(sent)).toEqual(expected);
});

test("usage of a stream is the last one sent, wherever it stands", async () => {
  const usage = (prompt_tokens: number) => ({ prompt_tokens, completion_tokens: 1 });
  const inChoice = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: usage(2) }] })}\n\n`;
  const inputs = async (...pieces: string[]) =>
    (await read([chunk({ content: "Hi." }), ...pieces, done])).usage?.inputTokens;
  expect(await inputs(chunk({}, "stop", { usage: usage(1) }), inChoice)).toBe(2);
  expect(await inputs(inChoice, `data: ${JSON.stringify({ usage: usage(3) })}\n\n`)).toBe(3);
  expect(await inputs(chunk({}, "stop", { x_groq: { usage: usage(4) } }), chunk({}, null, { usage: null }))).toBe(4);
});
