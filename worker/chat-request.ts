// What a page may ask of a model: read within a size limit, checked, and rebuilt from a list of known fields.
import { Refusal } from "./answers.ts";
import { anyObject, must, positiveCount, problems, z } from "./checks.ts";
import type { Upstream } from "./model-config.ts";

const maxBodyBytes = 256 * 1024;

const nameSchema = z
  .string()
  .check(
    must((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name), "expected a function name of up to 64 letters, digits, _ and -"),
  );
const textSchema = z.union([z.string(), z.array(z.object({ type: z.enum(["text"]), text: z.string() }))]);
const functionType = z.enum(["function"]);
const strict = z.optional(z.nullable(z.boolean()));
const atMost = (count: number) =>
  must<{ length: number }>(({ length }) => length <= count, `expected at most ${count}`);

const messageSchema = z
  .object({
    role: z.enum(["system", "user", "assistant", "tool"]),
    content: z.optional(z.nullable(textSchema)),
    tool_calls: z.optional(
      z.array(
        z.object({
          id: z.string(),
          type: functionType,
          // A model may have called a tool by any name; it must be able to read that it did.
          function: z.object({ name: z.string(), arguments: z.string() }),
        }),
      ),
    ),
    tool_call_id: z.optional(z.string()),
  })
  .check(
    must(
      ({ role, content, tool_call_id }) =>
        role === "assistant" || ((content ?? null) !== null && (role !== "tool" || tool_call_id !== undefined)),
      "expected its content, and the tool_call_id of a tool's result",
    ),
  );

const toolSchema = z.object({
  type: functionType,
  function: z.object({
    name: nameSchema,
    description: z.optional(z.string()),
    parameters: z.optional(anyObject()),
    strict,
  }),
});

const toolChoiceSchema = z.union([
  z.enum(["auto", "none", "required"]),
  z.object({ type: functionType, function: z.object({ name: nameSchema }) }),
]);

const responseFormatSchema = z
  .object({
    type: z.enum(["text", "json_object", "json_schema"]),
    json_schema: z.optional(
      z.object({
        name: nameSchema,
        description: z.optional(z.string()),
        schema: z.optional(anyObject()),
        strict,
      }),
    ),
  })
  .check(
    must(({ type, json_schema }) => type !== "json_schema" || json_schema !== undefined, "expected its json_schema"),
  );

const tokenCount = z.optional(positiveCount());

/** Fields that are not named here do not reach the model's server: some of them multiply the cost, some choose another host. */
const chatSchema = z.object({
  model: z.string(),
  messages: z.array(messageSchema).check(
    must(({ length }) => length > 0, "expected at least one"),
    atMost(200),
  ),
  tools: z.optional(z.array(toolSchema).check(atMost(32))),
  tool_choice: z.optional(toolChoiceSchema),
  response_format: z.optional(responseFormatSchema),
  max_tokens: tokenCount,
  max_completion_tokens: tokenCount,
  temperature: z.optional(z.number().check(must((value) => value >= 0 && value <= 2, "expected 0 to 2"))),
  seed: z.optional(z.number().check(must(Number.isSafeInteger, "expected a whole number"))),
  stop: z.optional(z.union([z.string(), z.array(z.string()).check(atMost(4))])),
  stream: z._default(z.boolean(), false),
});

export interface ChatRequest {
  upstream: Upstream;
  stream: boolean;
  /** what is sent on: JSON text */
  body: string;
  /** its length in bytes of UTF-8: no prompt has more tokens */
  bodyBytes: number;
  /** the most that the answer may be, in tokens */
  maxOutputTokens: number;
}

/**
 * Reads a chat completion and rebuilds it for the model's server.
 *
 * @throws Refusal `too_large`, `bad_request` (names the field) or `model`
 */
export async function readChatRequest(
  request: Request,
  upstreams: ReadonlyMap<string, Upstream>,
): Promise<ChatRequest> {
  const parsed = z.safeParse(chatSchema, parseJson(await readText(request)));
  if (!parsed.success) throw new Refusal("bad_request", problems(parsed.error).split("\n")[0]);
  const { model, messages, max_tokens, max_completion_tokens, stream, ...passed } = parsed.data;
  const upstream = upstreams.get(model);
  if (!upstream) throw new Refusal("model");
  const most = upstream.offer.maxOutputTokens;
  const maxOutputTokens = Math.min(max_completion_tokens ?? max_tokens ?? most, most);
  const body = writeJson({
    model: upstream.name,
    messages: messages.map(withoutStrays),
    ...passed,
    [upstream.limitName]: maxOutputTokens,
    stream,
    ...(stream && upstream.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...upstream.extra,
  });
  return { upstream, stream, body, bodyBytes: new TextEncoder().encode(body).byteLength, maxOutputTokens };
}

/** Each role has fields of its own. */
function withoutStrays({ role, content, tool_calls, tool_call_id }: z.infer<typeof messageSchema>): object {
  if (role === "assistant") return { role, content, tool_calls };
  return role === "tool" ? { role, tool_call_id, content } : { role, content };
}

/** The length is counted while it is read: a header may be absent, or lie. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw new Refusal("too_large");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let bytes = 0;
  let text = "";
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) throw new Refusal("too_large");
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("bad_request", "The body is not UTF-8 text.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("bad_request", "The body is not JSON.");
  }
}

function writeJson(value: unknown): string {
  try {
    // Half an emoji would be written as a lone \ud83d, which strict servers refuse.
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? part.toWellFormed() : part));
  } catch {
    throw new Refusal("bad_request", "A JSON Schema in it is nested too deeply.");
  }
}
