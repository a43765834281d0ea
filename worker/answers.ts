// What the Worker itself answers: fixed error texts, and the headers of every answer.
import { wireErrors, type WireError, type WireErrorCode } from "../src/engine/model/wire.ts";

const messages: Record<WireErrorCode, string> = {
  not_found: "There is nothing at this address.",
  origin: "Only the page that this Worker serves may call models through it.",
  bad_request: "The request is not a chat completion that this Worker passes on.",
  model: "This model is not offered here. GET /api/config lists the models that are.",
  code: "The access code is missing or wrong.",
  rate: "Too many requests. Wait a little and try again.",
  visitor_budget: "Your share of today's budget does not cover this call. You have a new one at 00:00 UTC.",
  budget: "Today's budget does not cover this call. There is a new one at 00:00 UTC.",
  too_large: "The request is larger than 256 KB. Shorten the conversation or the tool results.",
  internal: "The Worker made a mistake of its own. Its log says more.",
  upstream: "The model's server did not answer as it should.",
  ledger: "The budget cannot be checked at the moment, so nothing was sent.",
  misconfigured: "The Worker is not set up correctly.",
  timeout: "The model's server did not answer in time.",
};

/** Codes after which the same call may succeed if it is made again. */
const worthRetrying: ReadonlySet<WireErrorCode> = new Set(["rate", "timeout"]);

const ownHeaders = {
  "cache-control": "no-store, no-transform",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Thrown wherever a request ends in one of the Worker's own errors. */
export class Refusal extends Error {
  readonly code: WireErrorCode;
  /** seconds until the same call may be made again */
  readonly retryAfter: number | undefined;
  /** @param detail - what exactly is wrong; must hold nothing that came from the upstream, a key or a visitor */
  constructor(code: WireErrorCode, detail = "", retryAfter?: number) {
    super(detail ? `${messages[code]} ${detail}` : messages[code]);
    this.name = "Refusal";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The type of a body, without its parameters. */
export function mediaType(headers: Headers): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

export function answer(body: BodyInit | null, contentType: string, status = 200): Response {
  return new Response(body, { status, headers: { ...ownHeaders, "content-type": contentType } });
}

export function answerJson(value: unknown, status?: number): Response {
  return answer(JSON.stringify(value), "application/json", status);
}

function errorBody({ code, message }: Refusal): WireError {
  return { error: { message, type: "loopglass_error", code } };
}

/** An error inside a stream that has begun: no status can tell of it any more. */
export function errorEvent(refusal: Refusal): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(errorBody(refusal))}\n\n`);
}

export function answerError(refusal: Refusal): Response {
  const { code, retryAfter } = refusal;
  const reply = answerJson(errorBody(refusal), wireErrors[code]);
  if (!worthRetrying.has(code)) reply.headers.set("x-should-retry", "false");
  if (retryAfter !== undefined) reply.headers.set("retry-after", String(retryAfter));
  return reply;
}
