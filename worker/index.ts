// The Worker: serves the page (its files never get here), says what models it offers, and passes calls to them on.
import { chatRoute, configRoute, type Offer } from "../src/engine/model/wire.ts";
import { answerError, answerJson, Refusal } from "./answers.ts";
import { passOn } from "./chat.ts";
import { readChatRequest } from "./chat-request.ts";
import { readConfig } from "./config.ts";

export default {
  async fetch(request, env): Promise<Response> {
    try {
      return await route(request, env);
    } catch (error) {
      return answerError(toRefusal(error, request.signal));
    }
  },
} satisfies ExportedHandler<Env>;

/** Routes are exact: path, method, and no query. */
function route(request: Request, env: Env): Promise<Response> | Response {
  const url = new URL(request.url);
  if (url.search === "") {
    if (request.method === "GET" && url.pathname === configRoute) return offer(env);
    if (request.method === "POST" && url.pathname === chatRoute) return chat(request, url, env);
  }
  throw new Refusal("not_found");
}

function offer(env: Env): Response {
  const { upstreams, limits } = readConfig(env);
  const answer: Offer = { models: [...upstreams.values()].map(({ offer }) => offer), code: false, limits };
  return answerJson(answer);
}

/** Cheap checks first; what costs money last. */
async function chat(request: Request, url: URL, env: Env): Promise<Response> {
  requireOwnPage(request, url);
  requireJson(request);
  const { upstreams } = readConfig(env);
  return passOn(await readChatRequest(request, upstreams), request.signal);
}

/** Other sites' pages would spend the owner's money with their visitors' browsers. */
function requireOwnPage({ headers }: Request, url: URL): void {
  // Browsers leave Sec-Fetch-Site out where the page came over plain http from another machine.
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (headers.get("origin") !== url.origin || site !== "same-origin") throw new Refusal("origin");
}

/** A form of another site can send text, but not JSON without asking first. */
function requireJson({ headers }: Request): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new Refusal("bad_request", "Its content type must be application/json.");
}

function toRefusal(error: unknown, pageLeft: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  // Nobody reads this answer any more.
  if (pageLeft.aborted) return new Refusal("upstream");
  console.error("loopglass: a mistake of the Worker's own:", error instanceof Error ? error.name : typeof error);
  return new Refusal("internal");
}
