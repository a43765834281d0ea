// What a page may ask of a model: read within a size limit, checked, and rebuilt from a list of known fields.
import { z, problems } from "../src/engine/schema.ts";
import { Refusal } from "./answers.ts";
import type { Upstream } from "./model-config.ts";

const maxBodyBytes = 256 * 1024;

const nameSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "expected a function name"));
const jsonObject = z.record(z.string(), z.unknown());
const textSchema = z.union([z.string(), z.array(z.object({ type: z.literal("text"), text: z.string() }))]);

const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: textSchema }),
  z.object({ role: z.literal("user"), content: textSchema }),
  z.object({
    role: z.literal("assistant"),
    content: z.optional(z.nullable(textSchema)),
    tool_calls: z.optional(
      z.array(
        z.object({
          id: z.string(),
          type: z.literal("function"),
          // A model may have called a tool by any name; it must be able to read that it did.
          function: z.object({ name: z.string(), arguments: z.string() }),
        }),
      ),
    ),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: textSchema }),
]);

const toolSchema = z.object({
  type: z.literal("function"),
  function: z.object({
    name: nameSchema,
    description: z.optional(z.string()),
    parameters: z.optional(jsonObject),
    strict: z.optional(z.nullable(z.boolean())),
  }),
});

const toolChoiceSchema = z.union([
  z.enum(["auto", "none", "required"]),
  z.object({ type: z.literal("function"), function: z.object({ name: nameSchema }) }),
]);

const responseFormatSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text") }),
  z.object({ type: z.literal("json_object") }),
  z.object({
    type: z.literal("json_schema"),
    json_schema: z.object({
      name: nameSchema,
      description: z.optional(z.string()),
      schema: z.optional(jsonObject),
      strict: z.optional(z.nullable(z.boolean())),
    }),
  }),
]);

const tokenCount = z.optional(z.int().check(z.positive()));

/** Fields that are not named here do not reach the model's server: some of them multiply the cost, some choose another host. */
const chatSchema = z.object({
  model: z.string(),
  messages: z.array(messageSchema).check(z.minLength(1), z.maxLength(200)),
  tools: z.optional(z.array(toolSchema).check(z.maxLength(32))),
  tool_choice: z.optional(toolChoiceSchema),
  response_format: z.optional(responseFormatSchema),
  max_tokens: tokenCount,
  max_completion_tokens: tokenCount,
  temperature: z.optional(z.number().check(z.gte(0), z.lte(2))),
  seed: z.optional(z.int()),
  stop: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(4))])),
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
  const { model, max_tokens, max_completion_tokens, stream, ...passed } = parsed.data;
  const upstream = upstreams.get(model);
  if (!upstream) throw new Refusal("model");
  const most = upstream.offer.maxOutputTokens;
  const maxOutputTokens = Math.min(max_completion_tokens ?? max_tokens ?? most, most);
  const body = writeJson({
    model: upstream.name,
    ...passed,
    [upstream.limitName]: maxOutputTokens,
    stream,
    ...(stream && upstream.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...upstream.extra,
  });
  return { upstream, stream, body, bodyBytes: new TextEncoder().encode(body).byteLength, maxOutputTokens };
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
