// What a page may ask of a model: read within a size limit, checked, and rebuilt from a list of known fields.
import { isRecord, parsed } from "../src/engine/model/json.ts";
import { Refusal } from "./answers.ts";
import { isPositiveCount } from "./checks.ts";
import type { Upstream } from "./model-config.ts";
import { readBytes } from "./read-bytes.ts";
import {
  list,
  must,
  object,
  oneOf,
  optional,
  refuse,
  text,
  textOr,
  type Shape,
  type Shaped,
} from "./request-shapes.ts";

const maxBodyBytes = 256 * 1024;

const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const between = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && value >= least && value <= most;

const name = must<string>(matches(/^[A-Za-z0-9_-]{1,64}$/), "a function name of up to 64 letters, digits, _ and -");
const schema = optional(must<Record<string, unknown>>(isRecord, "an object"));
const flag = must<boolean>((value) => typeof value === "boolean", "true or false");
const functionType = oneOf("function");
const named = { name, description: optional(text), strict: optional(flag) };
const tokenCount = optional(must<number>(isPositiveCount, "a whole number of 1 or more"));

const anyMessage = object({
  role: oneOf("system", "user", "assistant", "tool"),
  content: optional(textOr(text, list(object({ type: oneOf("text"), text })))),
  // A model may have called a tool by any name; it must be able to read that it did.
  tool_calls: optional(
    list(object({ id: text, type: functionType, function: object({ name: text, arguments: text }) })),
  ),
  tool_call_id: optional(text),
});

/** Each role has fields of its own. */
const message: Shape<object> = (value, path) => {
  const { role, content, tool_calls, tool_call_id } = anyMessage(value, path);
  if (role === "assistant") return { role, content, tool_calls };
  if (typeof content !== "string" && !content) refuse(`${path}.content`, "text");
  if (role !== "tool") return { role, content };
  return { role, tool_call_id: text(tool_call_id, `${path}.tool_call_id`), content };
};

const anyFormat = object({
  type: oneOf("text", "json_object", "json_schema"),
  json_schema: optional(object({ ...named, schema })),
});
const responseFormat: Shape<Shaped<typeof anyFormat>> = (value, path) => {
  const format = anyFormat(value, path);
  if (format.type === "json_schema" && !format.json_schema) refuse(`${path}.json_schema`, "an object");
  return format;
};

/** Fields that are not named here do not reach the model's server: some of them multiply the cost, some choose another host. */
const chatShape = object({
  model: text,
  messages: list(message, 1, 200),
  tools: optional(list(object({ type: functionType, function: object({ ...named, parameters: schema }) }), 0, 32)),
  tool_choice: optional(
    textOr(oneOf("auto", "none", "required"), object({ type: functionType, function: object({ name }) })),
  ),
  response_format: optional(responseFormat),
  max_tokens: tokenCount,
  max_completion_tokens: tokenCount,
  temperature: optional(must<number>(between(0, 2), "0 to 2")),
  seed: optional(must<number>(Number.isSafeInteger, "a whole number")),
  stop: optional(textOr(text, list(text, 0, 4))),
  stream: optional(flag),
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
  const value = parsed(await readText(request));
  if (value === undefined) throw new Refusal("bad_request", "The body is not JSON.");
  const { model, messages, max_tokens, max_completion_tokens, ...passed } = chatShape(value, "");
  const stream = passed.stream ?? false;
  const upstream = upstreams.get(model);
  if (!upstream) throw new Refusal("model");
  const most = upstream.offer.maxOutputTokens;
  const maxOutputTokens = Math.min(max_completion_tokens ?? max_tokens ?? most, most);
  const body = writeJson({
    model: upstream.name,
    messages,
    ...passed,
    [upstream.limitName]: maxOutputTokens,
    stream,
    ...(stream && upstream.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...upstream.extra,
  });
  return { upstream, stream, body, bodyBytes: new TextEncoder().encode(body).byteLength, maxOutputTokens };
}

async function readText({ headers, body }: Request): Promise<string> {
  const tooLarge = () => new Refusal("too_large");
  if (Number(headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  try {
    const bytes = body ? await readBytes(body, maxBodyBytes, tooLarge) : new Uint8Array();
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("bad_request", "The body is not UTF-8 text.");
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
