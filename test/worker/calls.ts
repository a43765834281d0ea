// Calls to the Worker as its own page makes them, and a stand-in for the model's server behind it.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { onTestFinished, vi } from "vitest";
import worker from "../../worker/index.ts";
import type { WireError } from "../../src/engine/model/wire.ts";

export const origin = "https://page.example";
export const chatUrl = `${origin}/api/v1/chat/completions`;
export const testKey = "sk-test-0123456789abcdef";

export const hello = { model: "keyed", messages: [{ role: "user", content: "Hello" }] };

let visitors = 0;
/** An address that no test has called from: nobody's rate limit or share is another's. */
export const someAddress = () => `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;

/** A request as the page sends it, each from a visitor of its own, except for what is given. A header that is null is left out. */
export function pageRequest(
  body: unknown,
  { headers = {}, method = "POST", url = chatUrl, signal }: RequestOptions = {},
): Request {
  const all = new Headers({
    origin,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "cf-connecting-ip": someAddress(),
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  const text =
    typeof body === "string" || body instanceof ReadableStream || body === null ? body : JSON.stringify(body);
  return new Request(url, {
    method,
    headers: all,
    body: method === "POST" ? (text as BodyInit) : null,
    ...(signal ? { signal } : {}),
  });
}

interface RequestOptions {
  headers?: Record<string, string | null>;
  method?: string;
  url?: string;
  signal?: AbortSignal;
}

/** Sends it through the runtime, as a page's request comes in. */
export function send(body: unknown, options: RequestOptions = {}): Promise<Response> {
  return exports.default.fetch(pageRequest(body, options));
}

/** What the Worker runs with here, with changes. */
export const variables = (changes: Record<string, unknown>): Record<string, unknown> => ({ ...env, ...changes });

/** Runs the handler with variables of the test's own beside the real bindings, in the test's own context. */
export function callWith(changes: Record<string, unknown>, request: Request): Promise<Response> {
  return call(variables(changes), request).reply;
}

/** @returns also a promise of the time when all has been settled */
export function call(
  variables: Record<string, unknown>,
  request: Request,
): { reply: Promise<Response>; settled: () => Promise<void> } {
  const context = createExecutionContext();
  const reply = worker.fetch(request as Parameters<typeof worker.fetch>[0], variables as unknown as Env, context);
  return { reply, settled: () => waitOnExecutionContext(context) };
}

export interface UpstreamCall {
  url: string;
  init: RequestInit;
  headers: Headers;
  body: Record<string, unknown>;
  text: string;
  /** aborts when the Worker gives the call up */
  signal: AbortSignal;
}

/** Plays the model's server for the rest of the test, and keeps what the Worker sent to it. */
export function upstream(reply: (call: UpstreamCall) => Response | Promise<Response>): UpstreamCall[] {
  const calls: UpstreamCall[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const text = String(init.body);
    const call: UpstreamCall = {
      url: String(input),
      init,
      headers: new Headers(init.headers),
      body: JSON.parse(text) as Record<string, unknown>,
      text,
      signal: init.signal as AbortSignal,
    };
    calls.push(call);
    return reply(call);
  });
  return calls;
}

export const sayHello = () => Response.json({ choices: [{ message: { content: "Hello" } }] });

/** A body that the test writes piece by piece. It fails when its call is given up, as the one of a real fetch does. */
export function stream(call: UpstreamCall, contentType = "text/event-stream") {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  call.signal.addEventListener("abort", () => void writer.abort(call.signal.reason).catch(() => {}));
  return { writer, response: new Response(readable, { headers: { "content-type": contentType } }) };
}

export const bytes = (text: string) => new TextEncoder().encode(text);

/** Status and code of an error, after making sure that it is one of the Worker's own. */
export async function errorOf(reply: Response): Promise<[status: number, code: string]> {
  const { error } = await reply.clone().json<WireError>();
  if (error.type !== "loopglass_error" || !error.message) throw new Error(`not an error of ours: ${reply.status}`);
  return [reply.status, error.code];
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}

/** A line of the log: how one call ended, and what it was charged. */
export interface Line {
  id: string;
  model: string;
  microUsd: number;
  reason: string;
  settled: boolean;
}

/** The lines that the Worker logs from now on, until the test ends. */
export function logged(): { lines: Line[]; /** resolves with the n-th, from 0 */ line(n: number): Promise<Line> } {
  const lines: Line[] = [];
  // A spy does not see what the runtime's console is given.
  const { log } = console;
  console.log = (line: string) => void lines.push(JSON.parse(line) as Line);
  onTestFinished(() => void (console.log = log));
  // Asked for again and again: woken by the line itself, a test would go on as a part of the request that wrote it.
  const line = (n: number) =>
    vi.waitFor(
      () => {
        const found = lines[n];
        if (!found) throw new Error(`There is no line ${n} yet.`);
        return found;
      },
      { timeout: 5_000, interval: 20 },
    );
  return { lines, line };
}
