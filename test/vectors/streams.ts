// Vectors of streams: one HTTP body each, cut as it says, and the reply or failure that it stands for.
import { ModelFailureError, type ModelFailureCode, type ModelReply, type Price } from "../../src/engine/model/model.ts";
import { readStream } from "../../src/engine/model/stream.ts";
import { costPico, toUsd } from "../../src/engine/money.ts";
import { utf8Bytes } from "../../src/engine/text.ts";
import { firstDifference, type VectorCase } from "./compare.ts";

export interface StreamFile {
  about: unknown;
  cases: StreamCase[];
}

interface StreamCase {
  id: string;
  area?: string;
  then?: { expect?: Record<string, Record<string, unknown>> };
  input?: { variants?: StreamVariant[]; prices?: { promptUsdPerM: number; completionUsdPerM: number } };
}

export interface StreamVariant {
  id: string;
  encoding?: "utf8" | "base64";
  chunks?: string[];
  resplit?: string;
  end?: string;
  http?: { status?: number; headers?: Record<string, string>; contentType?: string; "content-type"?: string };
  promptChars?: number;
}

/** How a variant's answer becomes a reply: read directly, or fetched from a server. */
export type Answer = (variant: StreamVariant) => Promise<ModelReply>;

const comparedKeys =
  /^(?:kind|content|reasoning|toolCalls|finish|usage|estimated|costUsd|costUsdGreaterThan|class|partialContent)$/;
/** A read that has not settled by then hangs. */
const patienceMs = 8_000;

/** Each variant of a file of streams as a case of its own. */
export function streamCases(file: StreamFile, answer: Answer = readDirectly): VectorCase[] {
  return file.cases.flatMap((one): VectorCase[] => {
    const name = (variant?: StreamVariant) => [one.id, variant?.id].filter(Boolean).join(" ");
    const variants = one.input?.variants ?? [];
    if (variants.length === 0) return [{ name: name(), area: "streams", skip: "no chunks" }];
    return variants.map((variant) => {
      const expected = one.then?.expect?.[variant.id];
      if (!variant.chunks) return { name: name(variant), area: "streams", skip: "no chunks" };
      if (!expected) return { name: name(variant), area: "streams", skip: "nothing expected" };
      return {
        name: name(variant),
        area: "streams",
        run: () => runVariant(variant, expected, one.input?.prices, answer),
      };
    });
  });
}

async function runVariant(
  variant: StreamVariant,
  expected: Record<string, unknown>,
  prices: { promptUsdPerM: number; completionUsdPerM: number } | undefined,
  answer: Answer,
): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no reply within ${patienceMs} ms`)), patienceMs);
  });
  try {
    const outcome = await Promise.race([answer(variant), patience]).then(ofReply, ofFailure);
    const actual = { ...outcome, ...costs(outcome.usage, outcome.written ?? "", variant, prices) };
    return compare(expected, actual);
  } finally {
    clearTimeout(timer);
  }
}

interface Outcome {
  kind: "message" | "error";
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
  written?: string;
  [key: string]: unknown;
}

function ofReply(reply: ModelReply): Outcome {
  const { text, reasoning = "", toolCalls, finishReason, usage } = reply;
  return {
    kind: "message",
    content: text,
    reasoning,
    toolCalls: toolCalls.map(({ id, name, arguments: json }) => ({ id, name, args: parsedOr(json) })),
    finish: finishReason,
    usage: usage
      ? {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          total_tokens: usage.inputTokens + usage.outputTokens,
        }
      : null,
    written: text + reasoning + toolCalls.map((call) => call.name + call.arguments).join(""),
  };
}

function ofFailure(thrown: unknown): Outcome {
  if (!(thrown instanceof ModelFailureError)) throw thrown;
  return {
    kind: "error",
    class: classes[thrown.code],
    partialContent: thrown.partial?.text ?? "",
    message: thrown.message,
  };
}

function parsedOr(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

/** Our codes in the words of the vectors, where all that a provider itself reports is one class but for a few. */
const classes: Record<ModelFailureCode, string> = {
  "access-code": "upstream_error",
  unauthorized: "upstream_error",
  forbidden: "upstream_error",
  "bad-request": "upstream_error",
  "context-length": "context_length",
  "too-large": "upstream_error",
  "rate-limited": "rate_limited",
  quota: "upstream_error",
  "visitor-budget": "upstream_error",
  budget: "upstream_error",
  ledger: "upstream_error",
  "model-not-offered": "upstream_error",
  misconfigured: "upstream_error",
  "outdated-page": "upstream_error",
  "worker-error": "upstream_error",
  "upstream-error": "upstream_error",
  "bad-upstream-response": "bad_upstream_response",
  "empty-response": "empty_response",
  "stream-truncated": "stream_truncated",
  timeout: "upstream_error",
  offline: "stream_truncated",
  aborted: "aborted",
};

/** What the engine books: the usage that was sent, or the byte bound of what went in and came out, marked as estimated. */
function costs(
  usage: Outcome["usage"],
  written: string,
  { promptChars = 0 }: StreamVariant,
  prices: { promptUsdPerM: number; completionUsdPerM: number } | undefined,
): { estimated: boolean; costUsd?: number } {
  const tokens = usage
    ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
    : { inputTokens: promptChars, outputTokens: utf8Bytes(written) };
  if (!prices) return { estimated: !usage };
  const price: Price = { inputUsdPerMillion: prices.promptUsdPerM, outputUsdPerMillion: prices.completionUsdPerM };
  return { estimated: !usage, costUsd: toUsd(costPico(price, tokens)) };
}

function compare(expected: Record<string, unknown>, actual: Outcome): string | null {
  const { costUsdGreaterThan, ...rest } = Object.fromEntries(
    Object.entries(expected).filter(([key]) => comparedKeys.test(key)),
  );
  if (typeof costUsdGreaterThan === "number" && !(Number(actual["costUsd"]) > costUsdGreaterThan)) {
    return `costUsd: expected more than ${costUsdGreaterThan}, got ${String(actual["costUsd"])}`;
  }
  const wanted: Record<string, unknown> = { ...rest };
  if (wanted["kind"] === "message") {
    wanted["content"] = wanted["content"] ?? "";
    wanted["reasoning"] = wanted["reasoning"] ?? "";
  }
  const calls = { wanted: wanted["toolCalls"], got: actual["toolCalls"] };
  if (Array.isArray(calls.wanted) && Array.isArray(calls.got)) {
    const ids = calls.got.map((call: { id: string }) => call.id);
    if (ids.includes("") || new Set(ids).size < ids.length)
      return `toolCalls: ids are empty or not unique: ${ids.join(", ")}`;
    wanted["toolCalls"] = calls.wanted.map((call: { id: string }, place) =>
      call.id === "*" ? { ...call, id: (ids[place] as string | undefined) ?? "*" } : call,
    );
  }
  const difference = firstDifference(wanted, actual);
  return difference && actual.kind === "error" ? `${difference} (${String(actual["message"])})` : difference;
}

/** The bytes of a variant, one piece a network chunk. */
export function chunksOf({ chunks = [], encoding = "utf8", resplit }: StreamVariant): Uint8Array<ArrayBuffer>[] {
  const pieces = chunks.map((chunk) => new Uint8Array(Buffer.from(chunk, encoding)));
  if (resplit === undefined) return pieces;
  const whole = new Uint8Array(Buffer.concat(pieces));
  const size = pieceLength(resplit, whole.length);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, (at + 1) * size));
}

/** Reads "after every byte", "after every 7 bytes", "64 KB", "not at all". */
function pieceLength(resplit: string, whole: number): number {
  if (/every byte\b/i.test(resplit)) return 1;
  const sized = /(\d+)\s*(k)?i?b/i.exec(resplit);
  if (sized) return Number(sized[1]) * (sized[2] ? 1024 : 1);
  if (/not|none|whole|once|one (?:piece|chunk)/i.test(resplit)) return Math.max(1, whole);
  throw new Error(`The vector asks to cut "${resplit}", which the runner does not know.`);
}

export function headOf({ http = {} }: StreamVariant): { status: number; headers: Record<string, string> } {
  const type = http.contentType ?? http["content-type"] ?? "text/event-stream";
  return { status: http.status ?? 200, headers: { "content-type": type, ...http.headers } };
}

function readDirectly(variant: StreamVariant): Promise<ModelReply> {
  const pieces = chunksOf(variant);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift();
      if (next) controller.enqueue(next);
      else if (variant.end === "open") return new Promise(() => {});
      else if (variant.end === undefined || variant.end === "eof") controller.close();
      else controller.error(new TypeError(`connection lost (${variant.end})`));
      return undefined;
    },
  });
  return readStream(new Response(body, headOf(variant)));
}
