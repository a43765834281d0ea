// One call to a model server: sends the request, reads the stream, and says what went wrong in our words.
import type { OpenAI } from "openai";
import { messageOf } from "../errors.ts";
import {
  ModelFailureError,
  type CallOptions,
  type Capabilities,
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
  type Price,
} from "./model.ts";
import { readRefusal, shortMessage } from "./refusal.ts";
import { requestBody, type Wire } from "./request.ts";
import { readStream } from "./stream.ts";

export interface ProxyOptions {
  id: string;
  /** Address of the API, up to but without `/chat/completions`; may be relative to the page. */
  baseURL: string;
  price: Price | null;
  contextTokens?: number;
  maxOutputTokens?: number;
  /** What the model takes; default: everything. */
  can?: Partial<Capabilities>;
  notice?: string;
  /** The model's name on the server; default: the id. */
  upstreamId?: string;
  /** Headers to send along, asked for at each call: an access code, or a key for a server that is called directly. */
  headers?: () => Record<string, string>;
  /** Default: `max_completion_tokens`, which the Worker renames where a model wants the older name. */
  limitName?: Wire["limitName"];
  /** False for servers that refuse `stream_options`; default: true. */
  streamUsage?: boolean;
}

/** What a server may refuse by name and a call can do without. */
const dispensable = [
  "stream_options",
  "temperature",
  "seed",
  "stop",
  "tool_choice",
  "max_completion_tokens",
  "max_tokens",
];

export type Caller = (request: ModelRequest, options: CallOptions) => Promise<ModelReply>;

/** What calls one model; remembers what its server refuses. */
export function createCaller({ baseURL, headers, ...options }: ProxyOptions & { can: Capabilities }): Caller {
  const refused = new Set<string>();
  const wire = {
    model: options.upstreamId ?? options.id,
    can: options.can,
    limitName: options.limitName ?? "max_completion_tokens",
    streamUsage: options.streamUsage ?? true,
    refused,
  } satisfies Wire;
  let client: OpenAI | undefined;

  async function send(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const dropped = new Set<string>();
    for (;;) {
      const body = requestBody(request, wire);
      try {
        client ??= await connect(baseURL, headers);
        return await client.post("/chat/completions", { body: utf8.encode(body), signal }).asResponse();
      } catch (thrown) {
        const failure = failureOfSending(thrown, signal);
        const name = refusedParameter(failure, body);
        if (name === undefined || dropped.has(name)) throw failure;
        dropped.add(name);
        refused.add(name);
        if (name === wire.limitName) {
          wire.limitName = name === "max_tokens" ? "max_completion_tokens" : "max_tokens";
        }
      }
    }
  }

  return async (request, { signal, onText, onReasoning }) =>
    readStream(await send(request, signal), { onText, signal, ...(onReasoning && { onReasoning }) });
}

// The client passes bytes on as they are.
const utf8 = new TextEncoder();

let loading: Promise<typeof import("openai")> | undefined;

async function connect(baseURL: string, headers: ProxyOptions["headers"]): Promise<OpenAI> {
  const address = absolute(baseURL);
  let openai: typeof import("openai");
  try {
    openai = await (loading ??= import("openai"));
  } catch (thrown) {
    loading = undefined;
    throw new ModelFailureError(offline("The part of the page that calls models could not be loaded", thrown, true));
  }
  const client = new openai.OpenAI({
    apiKey: "unused",
    baseURL: address,
    // Read from the environment in Node if they are not given.
    organization: null,
    project: null,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
    logLevel: "off",
    async fetch(url, { method = "POST", body, signal } = {}) {
      const sent = { "content-type": "application/json", accept: "text/event-stream, application/json" };
      // Not the client's own headers, which say what it runs on: many servers do not allow them from another origin.
      const response = await fetch(url, {
        method,
        ...(body && { body }),
        ...(signal && { signal }),
        headers: headers ? { ...sent, ...sendable(headers()) } : sent,
      });
      // The client keeps of a refusal only what is in `error`; other servers say it elsewhere.
      if (!response.ok) throw await readRefusal(response);
      return response;
    },
  });
  // Its headers are not sent (see above), but working them out is a fifth of what a call costs. Should a later version of the
  // client name these methods otherwise, calls only cost more.
  const noHeaders = new Headers();
  Object.assign(client, {
    authHeaders: async () => undefined,
    validateHeaders() {},
    buildHeaders: async () => noHeaders,
  });
  return client;
}

function absolute(baseURL: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.parse(baseURL, page);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href.replace(/\/$/, "");
  throw new ModelFailureError({
    code: "misconfigured",
    message: `“${baseURL}” is no address of a model server. Give one that begins with http:// or https://.`,
    retryable: false,
    free: true,
  });
}

/** @throws ModelFailureError for a value that no header can carry, such as a code typed with Chinese quotes */
function sendable(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new ModelFailureError({
      code: "unauthorized",
      message: `The value for ${name} holds a character that cannot be sent. Type it again, in plain letters and digits.`,
      retryable: false,
      free: true,
    });
  }
  return headers;
}

function failureOfSending(thrown: unknown, signal: AbortSignal): ModelFailureError {
  if (thrown instanceof ModelFailureError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof ModelFailureError) return cause;
  if (signal.aborted) {
    const why = shortMessage(messageOf(signal.reason));
    return new ModelFailureError({ code: "aborted", message: `The call was stopped: ${why}`, retryable: false });
  }
  if (thrown instanceof Error && /timed out/i.test(thrown.message)) {
    const message = "The model server sent no answer in time. Try again, or choose a faster model.";
    return new ModelFailureError({ code: "timeout", message, retryable: true }, { cause: thrown });
  }
  return new ModelFailureError(offline("The model server cannot be reached", cause ?? thrown, neverSent(cause)), {
    cause: thrown,
  });
}

function offline(what: string, why: unknown, free: boolean): ModelFailure {
  let root = why;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  const reason = shortMessage(messageOf(root)).replace(/\.$/, "");
  const message = `${what} (${reason}). Check the connection and the address of the server, then try again.`;
  return { code: "offline", message, retryable: true, ...(free && { free }) };
}

/** Whether a connection cannot have been made. Browsers do not say why one failed; Node does. */
function neverSent(cause: unknown): boolean {
  if ((globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false) return true;
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ("code" in error && /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.code)))
      return true;
  }
  return false;
}

/** The parameter that a server refused by its name, if the call sent it and can do without. */
function refusedParameter({ code, message }: ModelFailure, body: string): string | undefined {
  if (
    code !== "bad-request" ||
    !/unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not permitted/i.test(message)
  ) {
    return undefined;
  }
  return dispensable.find((name) => new RegExp(`\\b${name}\\b`).test(message) && body.includes(`"${name}":`));
}
