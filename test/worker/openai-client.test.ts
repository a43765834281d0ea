// The official client, as a stranger's page at the Worker's address would use it: nothing of it is changed but where it sends to.
import { env, exports } from "cloudflare:workers";
import OpenAI from "openai";
import { expect, inject, test } from "vitest";
import type { Script } from "../fixtures/openai-server.ts";
import { call, origin, someAddress, variables } from "./calls.ts";

/** Adds to the client's requests what a browser adds, and brings them to the Worker. */
function client(options: { code?: string; worker?: (request: Request) => Promise<Response> } = {}): OpenAI {
  const { code, worker = (request) => exports.default.fetch(request) } = options;
  return new OpenAI({
    apiKey: "unused",
    baseURL: `${origin}/api/v1`,
    dangerouslyAllowBrowser: true,
    ...(code !== undefined && { defaultHeaders: { "x-access-code": code } }),
    fetch: (url, init) => {
      const request = new Request(String(url), init as RequestInit);
      request.headers.set("origin", origin);
      request.headers.set("sec-fetch-site", "same-origin");
      request.headers.set("cf-connecting-ip", someAddress());
      return worker(request);
    },
  });
}

async function queue(script: Script): Promise<void> {
  await fetch(`${inject("modelControlUrl")}/client/reply`, { method: "POST", body: JSON.stringify(script) });
}

const messages = [{ role: "user" as const, content: "What is 10*5?" }];
const tools = [
  {
    type: "function" as const,
    function: {
      name: "calculator",
      description: "Calculates.",
      parameters: { type: "object", properties: { expression: { type: "string" } }, required: ["expression"] },
    },
  },
];
const calls = [{ name: "calculator", arguments: { expression: "10*5" } }];

test("gets an answer in one piece", async () => {
  await queue({ text: "It is 50." });
  const completion = await client().chat.completions.create({ model: "client", messages });
  expect(completion.choices[0]?.message.content).toBe("It is 50.");
  expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  expect(completion._request_id).toMatch(/^[0-9a-f-]{36}$/);
});

test("gets an answer as a stream, with its usage", async () => {
  await queue({ text: ["It ", "is ", "50."] });
  const stream = await client().chat.completions.create({ model: "client", messages, stream: true });
  let text = "";
  let total = 0;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    total = chunk.usage?.total_tokens ?? total;
  }
  expect(text).toBe("It is 50.");
  expect(total).toBeGreaterThan(0);
});

test("calls tools, in one piece and as a stream, and hands their results back", async () => {
  await queue({ calls });
  const completion = await client().chat.completions.create({ model: "client", messages, tools, tool_choice: "auto" });
  const [asked] = completion.choices[0]?.message.tool_calls ?? [];
  expect(asked).toMatchObject({
    type: "function",
    function: { name: "calculator", arguments: '{"expression":"10*5"}' },
  });

  await queue({ calls });
  const streamed = await client().chat.completions.stream({ model: "client", messages, tools }).finalMessage();
  expect(streamed.tool_calls?.[0]).toMatchObject({
    function: { name: "calculator", arguments: '{"expression":"10*5"}' },
  });

  await queue({ text: "50" });
  const answer = await client().chat.completions.create({
    model: "client",
    tools,
    messages: [
      ...messages,
      streamed,
      { role: "tool", tool_call_id: streamed.tool_calls?.[0]?.id ?? "", content: "50" },
    ],
  });
  expect(answer.choices[0]?.message.content).toBe("50");
});

test("runs its own loop of tools", async () => {
  await queue({ calls });
  await queue({ text: "It is 50." });
  const ran: string[] = [];
  const runner = client().chat.completions.runTools({
    model: "client",
    messages,
    tools: [
      {
        type: "function",
        function: {
          ...tools[0]!.function, // there is one
          parse: JSON.parse,
          function: ({ expression }: { expression: string }) => {
            ran.push(expression);
            return "50";
          },
        },
      },
    ],
  });
  expect(await runner.finalContent()).toBe("It is 50.");
  expect(ran).toEqual(["10*5"]);
});

test("gets JSON that fits a schema", async () => {
  await queue({ text: '{"sum": 50}' });
  const completion = await client().chat.completions.parse({
    model: "client",
    messages,
    response_format: {
      type: "json_schema",
      json_schema: { name: "sum", strict: true, schema: { type: "object", properties: { sum: { type: "number" } } } },
    },
  });
  expect(completion.choices[0]?.message.parsed).toEqual({ sum: 50 });
});

test("is told what is wrong in its own way, and asks once only", async () => {
  const seen: Request[] = [];
  const worker = (changes: Record<string, unknown>) => (request: Request) => {
    seen.push(request);
    return call(variables(changes), request).reply;
  };
  const code = "correct-horse-battery";
  const refused = client({ worker: worker({ ACCESS_CODE: code }) }).chat.completions.create({
    model: "client",
    messages,
  });
  await expect(refused).rejects.toMatchObject({ status: 401, code: "code", type: "loopglass_error" });
  await expect(
    client({ worker: worker({ VISITOR_USD: "0" }) }).chat.completions.create({ model: "client", messages }),
  ).rejects.toMatchObject({ status: 429, code: "visitor_budget" });
  await expect(
    client({ worker: worker({}) }).chat.completions.create({ model: "gpt-none", messages }),
  ).rejects.toMatchObject({ status: 403, code: "model" });
  expect(seen).toHaveLength(3);

  await queue({ text: "50" });
  const passed = client({ code, worker: worker({ ACCESS_CODE: code }) });
  expect((await passed.chat.completions.create({ model: "client", messages })).choices).toHaveLength(1);
});

test("fails on an error inside a stream, which it is told without the provider's words", async () => {
  await queue({
    raw: [
      'data: {"choices":[]}\n\n',
      `data: {"error":{"message":"key ${env["TEST_KEY" as keyof Env] as string}"}}\n\n`,
    ],
  });
  const stream = await client().chat.completions.create({ model: "client", messages, stream: true });
  const read = (async () => {
    for await (const _ of stream);
  })();
  await expect(read).rejects.toThrow(/^(?!.*sk-test).*model's server/);
});

test("stops a stream", async () => {
  await queue({ text: "Hello", holdAfter: 2 });
  const stream = await client().chat.completions.create({ model: "client", messages, stream: true });
  for await (const _ of stream) break;
  expect(stream.controller.signal.aborted).toBe(true);
});
