// Passes one chat completion on to a model's server and its answer back, byte for byte, while the page is there to read it.
import { answer, Refusal } from "./answers.ts";
import type { ChatRequest } from "./chat-request.ts";

/** How long a model's server may take until its first header, and for a whole answer. */
const headersMs = 60_000;
const wholeMs = 300_000;

/**
 * Calls the model's server. The call ends when the page leaves, at the latest after 300 s.
 *
 * @param pageLeft - aborts when the page closes its connection
 * @throws Refusal `timeout`, `rate`, `misconfigured` or `upstream`
 */
export async function passOn(chat: ChatRequest, pageLeft: AbortSignal): Promise<Response> {
  // A controller of our own: `request.signal` handed to fetch would be ignored, and deadlines must end the call too.
  const call = new AbortController();
  const leave = () => call.abort(new Error("the page left"));
  pageLeft.addEventListener("abort", leave);
  if (pageLeft.aborted) leave();
  const tooLate = () => call.abort(new Refusal("timeout"));
  const headersTimer = setTimeout(tooLate, headersMs);
  const wholeTimer = setTimeout(tooLate, wholeMs);
  const end = () => {
    clearTimeout(wholeTimer);
    pageLeft.removeEventListener("abort", leave);
  };
  try {
    const reply = await post(chat, call.signal);
    if (!reply.ok || !reply.body) {
      // Never read: it may quote the key.
      await reply.body?.cancel();
      throw refusalFor(reply);
    }
    return answer(pump(reply.body, call, end), contentType(reply, chat.stream));
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(headersTimer);
  }
}

async function post({ upstream, stream, body }: ChatRequest, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({
    "content-type": "application/json",
    accept: stream ? "text/event-stream" : "application/json",
  });
  if (upstream.key !== undefined) headers.set("authorization", `Bearer ${upstream.key}`);
  try {
    // A redirect would take the key to another host.
    return await fetch(upstream.url, { method: "POST", headers, body, redirect: "manual", signal });
  } catch {
    if (signal.aborted) throw signal.reason;
    throw new Refusal("upstream", "It could not be reached.");
  }
}

/**
 * Hands bytes on as they are asked for. Not `tee` or `pipeTo`: both keep the model writing after the page has left.
 */
function pump(body: ReadableStream<Uint8Array>, call: AbortController, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(page) {
        try {
          const { done, value } = await reader.read();
          if (!done) return page.enqueue(value);
          end();
          page.close();
        } catch {
          end();
          // A stream cut short is the sign for the page; why is ours to know, the server's own words may hold the key.
          page.error(new Error("The answer was cut off."));
        }
      },
      async cancel() {
        end();
        call.abort();
        await reader.cancel().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/** Only two types are handed on: a server's page of HTML must not be one on our origin. */
function contentType(reply: Response, stream: boolean): string {
  const type = reply.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "text/event-stream" || type === "application/json") return type;
  return stream ? "text/event-stream" : "application/json";
}

function refusalFor({ status, headers }: Response): Refusal {
  if (status === 401 || status === 403) return new Refusal("misconfigured", "The model's server refuses its key.");
  if (status === 429) return new Refusal("rate", "The model's server asks for it.", retryAfterSeconds(headers));
  if (status === 408 || status === 504) return new Refusal("timeout");
  return new Refusal("upstream", `Its status was ${status}.`);
}

function retryAfterSeconds(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), 3_600) : 5;
}
