// The official client as a script of the page itself, in a real browser under the page's policy: nothing of it is changed but where it sends to.
import type OpenAI from "openai";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { build, type Rolldown } from "vite";
import { model, page, usePage } from "./page-support.ts";

usePage();

let script: string;

beforeAll(async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "client",
        resolveId: (id) => (id === "client" ? id : null),
        load: (id) => (id === "client" ? 'import OpenAI from "openai"; Object.assign(globalThis, { OpenAI });' : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: "client" } },
  })) as Rolldown.RolldownOutput;
  script = output[0].code;
});

beforeEach(async () => {
  await page.evaluate(`(() => {${script}})()`);
  await page.evaluate(() => {
    const { OpenAI: Client } = globalThis as unknown as { OpenAI: typeof OpenAI };
    const baseURL = `${location.origin}/api/v1`;
    Object.assign(globalThis, { client: new Client({ apiKey: "unused", baseURL, dangerouslyAllowBrowser: true }) });
  });
});

/** Runs in the page. */
type InPage<Result> = (use: { messages: OpenAI.ChatCompletionMessageParam[] }) => Promise<Result>;

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "What is 10*5?" }];
const inPage = <Result>(use: InPage<Result>) => page.evaluate(use, { messages });
const calls = [{ name: "calculator", arguments: { expression: "10*5" } }];
const asked = { function: { name: "calculator", arguments: '{"expression":"10*5"}' } };

test("gets an answer in one piece, and as a stream with its usage", async () => {
  model.reply({ text: "It is 50." }, { text: ["It ", "is ", "50."] });
  const answers = await inPage(async ({ messages }) => {
    const { client } = globalThis as unknown as { client: OpenAI };
    const whole = await client.chat.completions.create({ model: "local-model", messages });
    const stream = await client.chat.completions.create({ model: "local-model", messages, stream: true });
    let [text, tokens] = ["", 0];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    return { whole: whole.choices[0]?.message.content, text, isCounted: tokens > 0 };
  });
  expect(answers).toEqual({ whole: "It is 50.", text: "It is 50.", isCounted: true });
});

test("calls tools, in one piece and as a stream, and hands their results back", async () => {
  model.reply({ calls }, { calls }, { text: "50" });
  const answers = await inPage(async ({ messages }) => {
    const { client } = globalThis as unknown as { client: OpenAI };
    const parameters = { type: "object", properties: { expression: { type: "string" } } };
    const tools = [{ type: "function" as const, function: { name: "calculator", parameters } }];
    const ask = { model: "local-model", messages, tools };
    const whole = await client.chat.completions.create(ask);
    const streamed = await client.chat.completions.stream(ask).finalMessage();
    const result = { role: "tool" as const, tool_call_id: streamed.tool_calls?.[0]?.id ?? "", content: "50" };
    const last = await client.chat.completions.create({ ...ask, messages: [...messages, streamed, result] });
    return {
      whole: whole.choices[0]?.message.tool_calls?.[0],
      streamed: streamed.tool_calls?.[0],
      last: last.choices[0]?.message.content,
    };
  });
  expect(answers).toMatchObject({ whole: asked, streamed: asked, last: "50" });
});
