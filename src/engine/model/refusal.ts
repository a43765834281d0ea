// What a server's refusal means: error objects of many shapes, HTTP statuses, and our own Worker's codes.
import { isRecord, parsed } from "./json.ts";
import { ModelFailureError, type ModelFailure, type ModelFailureCode } from "./model.ts";
import { wireErrorSchema, type WireErrorCode } from "./wire.ts";
import { z } from "../zod.ts";

/** A provider's error in words that all of them can be brought to. */
export interface ProviderError {
  message: string;
  /** code and type, as sent; "" where there is none */
  words: string;
  /** HTTP status, or what stood in its place inside a stream */
  status?: number;
}

type Kind = "chunk" | "body" | "refusal";

/**
 * Finds the error in a chunk or a body.
 *
 * @param kind `chunk`: only what is marked as an error; `body`: also a message with a code or type, in the place of a
 *   completion; `refusal`: any message, as the status has said already that it is an error
 * @returns undefined if there is none
 */
export function findError(value: unknown, kind: Kind = "chunk"): ProviderError | undefined {
  const error = errorIn(value, kind);
  if (!error) return undefined;
  const { within, around } = error;
  if (typeof within === "string") return describe(around, within);
  return describe(within, textOf(within) ?? textOf(around) ?? JSON.stringify(within));
}

/** Whether {@link findError} would find one. Apart, for the Worker, which looks at every event and needs no words. */
export const hasError = (value: unknown, kind: Kind): boolean => errorIn(value, kind) !== undefined;

/** The error itself, and the object that it stands in: often one and the same. */
function errorIn(
  value: unknown,
  kind: Kind,
): { within: string | Record<string, unknown>; around: Record<string, unknown> } | undefined {
  // Gemini wraps its error in an array.
  if (Array.isArray(value)) return value.length > 0 ? errorIn(value[0], kind) : undefined;
  if (!isRecord(value)) return undefined;
  const { error } = value;
  if (typeof error === "string" && error.trim() !== "") return { within: error, around: value };
  if (isRecord(error) && Object.keys(error).length > 0) return { within: error, around: value };
  const isMarked = value["error_message"] || value["error_type"] || value["error_code"] || value["object"] === "error";
  const isMeant = kind === "refusal" || (kind === "body" && ("code" in value || "type" in value || "detail" in value));
  return isMarked || (isMeant && textOf(value) !== undefined) ? { within: value, around: value } : undefined;
}

function textOf(value: Record<string, unknown>): string | undefined {
  for (const key of ["message", "error_message", "detail", "msg", "title"]) {
    const text = value[key];
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  // FastAPI and others list one problem per field.
  const list = value["detail"] ?? value["errors"];
  return typeof list === "object" && list !== null ? JSON.stringify(list) : undefined;
}

function describe(value: Record<string, unknown>, message: string): ProviderError {
  const words = ["code", "type", "status", "error_type", "error_code"].map((key) => value[key]);
  const status = [...words, value["status_code"]].map(Number).find((code) => code >= 400 && code <= 599);
  return {
    message,
    words: words.filter((word) => typeof word === "string").join(" "),
    ...(status !== undefined && { status }),
  };
}

/**
 * What an error of a provider means for us.
 *
 * @param error as the provider sent it
 * @param http what the answer itself says, where it was no 200
 */
export function failureOf(error: ProviderError, http: { status?: number; headers?: Headers } = {}): ModelFailure {
  const status = http.status ?? error.status;
  const { code, retryable } = classify(error, status);
  const says = shortMessage(error.message);
  const told = http.headers?.get("x-should-retry");
  const retryAfterMs = http.headers ? readRetryAfter(http.headers) : undefined;
  return {
    code,
    message: `The model server answered${status === undefined ? "" : ` ${status}`}: ${says}${repairs[code] ?? ""}`,
    retryable: told === "false" ? false : retryable,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(http.status !== undefined && http.status >= 400 && http.status < 500 && { free: true }),
  };
}

const repairs: { readonly [code in ModelFailureCode]?: string } = {
  unauthorized: " Check the API key.",
  forbidden: " The key may not use this model.",
  "context-length": " Shorten the task or its files, or choose a model with a longer context.",
  "too-large": " Shorten the task or its files.",
  "rate-limited": " Wait a moment before the next run.",
  quota: " Add credit to the provider's account, or choose another model.",
  "model-not-offered": " Choose another model.",
};

const contextWords = /context_length|exceed_context|context_window|max_tokens_exceeded/i;
const contextMessage =
  /context (?:length|window|size)|(?:maximum|available|fit(?:s)? the) context|prompt is too long|too many (?:input )?tokens|input is too long|input length/i;
const quotaWords = /insufficient_(?:quota|balance|credits?)|billing|arrearage|quota_exceeded/i;
const quotaMessage = /insufficient (?:quota|balance|credit)|current quota|out of credits?/i;
const rateWords = /rate_?limit|throttl|too_many_requests|resource_exhausted/i;
const faultWords = /invalid|bad_?request|unsupported|not_found|auth|permission|content_(?:filter|policy)/i;

function classify(
  { message, words }: ProviderError,
  status: number | undefined,
): { code: ModelFailureCode; retryable: boolean } {
  if (quotaWords.test(words) || quotaMessage.test(message) || status === 402)
    return { code: "quota", retryable: false };
  // Before the context: a limit of tokens per minute speaks of tokens too.
  if (status === 429 || rateWords.test(words)) return { code: "rate-limited", retryable: true };
  if (contextWords.test(words) || (contextMessage.test(message) && (status === undefined || status <= 500))) {
    return { code: "context-length", retryable: false };
  }
  if (status === undefined) return { code: "upstream-error", retryable: !faultWords.test(words) };
  switch (status) {
    case 401:
      return { code: "unauthorized", retryable: false };
    case 403:
      return { code: "forbidden", retryable: false };
    case 404:
      return { code: /model/i.test(`${words} ${message}`) ? "model-not-offered" : "misconfigured", retryable: false };
    case 413:
      return { code: "too-large", retryable: false };
    case 408:
    case 504:
    case 524:
      return { code: "timeout", retryable: true };
  }
  return status < 500 ? { code: "bad-request", retryable: false } : { code: "upstream-error", retryable: true };
}

/** One line of at most 300 characters, fit to be shown. */
export function shortMessage(text: string): string {
  // Control and direction marks could make the message look like something else.
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
  const cut =
    line.length > 300
      ? `${line
          .slice(0, 299)
          .toWellFormed()
          .replace(/\ufffd$/, "")}…`
      : line;
  return /[.!?…。！？]$/.test(cut) ? cut : `${cut}.`;
}

/** Reads `retry-after-ms` and `retry-after` (seconds or a date), as ms from now. */
export function readRetryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? "NaN");
  if (ms >= 0) return Math.ceil(ms);
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** The failure that an answer with an error status stands for. Reads its body. */
export async function readRefusal(response: Response): Promise<ModelFailureError> {
  const { status, headers } = response;
  const body = await response.text().catch(() => "");
  const json = parsed(body);
  const ours = z.safeParse(wireErrorSchema, json);
  if (ours.success) return workerRefusal(ours.data.error.code, ours.data.error.message, response);
  const error = body.trim() === "" ? { message: "it gave no reason", words: "" } : findError(json, "refusal");
  if (error) return new ModelFailureError(failureOf(error, { status, headers }));
  const retryAfterMs = readRetryAfter(headers);
  return new ModelFailureError({
    code: "bad-upstream-response",
    message: unreadable(status, body),
    status,
    retryable: status === 408 || status === 429 || status >= 500,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status < 500 && { free: true }),
  });
}

/** What to say of a body that cannot be read: it is quoted, for whoever must find out. */
export function unreadable(status: number, body: string): string {
  const quote = shortMessage(body.slice(0, 200));
  return `The model server answered ${status} with something that is neither a reply nor an error message: “${quote}” Check the address of the server, or try again later.`;
}

type Fate = [code: ModelFailureCode, repair: string, retry?: "retryable" | "final", cost?: "free"];

/** The Worker's codes. It answers most of them before it calls the provider: those cost nothing. */
const fates: Record<WireErrorCode, Fate> = {
  not_found: ["outdated-page", "Reload the page: it and its server are of different versions."],
  origin: ["forbidden", "Open the page at the address of its own server."],
  bad_request: ["bad-request", "Reload the page. If it stays, report it with the exported run."],
  model: ["model-not-offered", "Choose another model."],
  code: ["access-code", "Enter the code that the owner of this server gave you."],
  rate: ["rate-limited", "Wait a minute, then run again.", "retryable"],
  visitor_budget: ["visitor-budget", "Until then choose a model that costs nothing."],
  budget: ["budget", "Until then choose a model that costs nothing."],
  too_large: ["too-large", "Shorten the task, or let the tools return less."],
  internal: ["worker-error", "Try again. If it stays, tell the owner of the server.", "retryable"],
  upstream: ["upstream-error", "Try again later, or choose another model.", "retryable"],
  ledger: ["ledger", "Try again in a moment.", "retryable", "free"],
  misconfigured: ["misconfigured", "The owner of the server must check its models and keys.", "final", "free"],
  timeout: ["timeout", "Try again, or choose a faster model.", "retryable"],
};

function workerRefusal(code: WireErrorCode, message: string, { status, headers }: Response): ModelFailureError {
  const [ours, repair, retry, cost] = fates[code];
  const retryAfterMs = readRetryAfter(headers);
  return new ModelFailureError({
    code: ours,
    message: `${shortMessage(message)} ${repair}`,
    status,
    // The Worker's `x-should-retry` speaks to clients that pay for no retry of their own; each of ours is reserved anew.
    retryable: retry === "retryable",
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...((status < 500 || cost === "free") && { free: true }),
  });
}
