// Passes one chat completion on to a model's server, and its answer back while the page is there to read it.
import { answer, mediaType, Refusal } from "./answers.ts";
import { startCall } from "./call.ts";
import type { Charge } from "./charge.ts";
import type { ChatRequest } from "./chat-request.ts";
import { meteredStream, meteredWhole } from "./metered.ts";

/**
 * Calls the model's server. The call ends when the page leaves, at the latest after 300 s. Its charge is told how it ended.
 *
 * @param pageLeft - aborts when the page closes its connection
 * @throws Refusal `timeout`, `rate`, `misconfigured` or `upstream`
 */
export async function passOn(
  chat: ChatRequest,
  charge: Charge,
  { pageLeft, metered }: { pageLeft: AbortSignal; metered: boolean },
): Promise<Response> {
  if (pageLeft.aborted) {
    charge.free("page-left");
    throw pageLeft.reason;
  }
  const call = startCall(pageLeft, charge);
  try {
    const reply = await post(chat, call.signal);
    call.answered();
    if (!reply.ok || !reply.body) throw await refusalFor(reply, charge);
    const type = contentType(reply, chat.stream);
    if (type === "application/json")
      return answer(await meteredWhole(reply.body, charge, chat.upstream.key, call), type);
    if (metered) return answer(meteredStream(reply.body, charge, chat.upstream.key, call), type);
    // The runtime hands the bytes on by itself, which costs no CPU time, but nobody sees what was used.
    charge.inDoubt("unmetered");
    return answer(reply.body, type);
  } catch (error) {
    charge.inDoubt("unreachable");
    call.over();
    throw error;
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

/** Only two types are handed on: a server's page of HTML must not be one on our origin. */
function contentType(reply: Response, stream: boolean): string {
  const type = mediaType(reply.headers);
  if (type === "text/event-stream" || type === "application/json") return type;
  return stream ? "text/event-stream" : "application/json";
}

/** Its body is never read: it may quote the key. */
async function refusalFor({ status, headers, body }: Response, charge: Charge): Promise<Refusal> {
  await body?.cancel();
  // Providers bill nothing for what they refuse; after a status of 500 they may have worked already.
  if (status >= 400 && status < 500) charge.free("refused");
  else charge.inDoubt("failed");
  if (status === 401 || status === 403) return new Refusal("misconfigured", "The model's server refuses its key.");
  if (status === 429) return new Refusal("rate", "The model's server asks for it.", retryAfterSeconds(headers));
  if (status === 408 || status === 504) return new Refusal("timeout");
  return new Refusal("upstream", `Its status was ${status}.`);
}

function retryAfterSeconds(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), 3_600) : 5;
}
