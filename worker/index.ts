// The Worker: serves the page (its files never get here), says what models it offers, and passes calls to them on.
import { chatRoute, configRoute, healthRoute, type Offer } from "../src/engine/model/wire.ts";
import { answerError, answerJson, Refusal } from "./answers.ts";
import { requireAccessCode, requireJson, requireOwnPage, requireRate } from "./callers.ts";
import { charge, shareOf } from "./charge.ts";
import { passOn } from "./chat.ts";
import { readChatRequest } from "./chat-request.ts";
import { readConfig } from "./config.ts";
import type { LedgerPort } from "./ledger.ts";
import { visitorOf } from "./visitor.ts";

export { Ledger } from "./ledger.ts";

export default {
  async fetch(request, env, context): Promise<Response> {
    const id = crypto.randomUUID();
    const reply = await route(request, env, context, id).catch((error: unknown) =>
      answerError(toRefusal(error, request.signal)),
    );
    // The owner finds a call's line in the log by it.
    reply.headers.set("x-request-id", id);
    return reply;
  },
} satisfies ExportedHandler<Env>;

/** Routes are exact: path, method, and no query. */
async function route(request: Request, env: Env, context: ExecutionContext, id: string): Promise<Response> {
  const url = new URL(request.url);
  // A lone `?` is a query too; `search` does not tell of it.
  if (!request.url.includes("?")) {
    if (request.method === "GET" && url.pathname === configRoute) return offer(request, env);
    if (request.method === "GET" && url.pathname === healthRoute) return health(env);
    if (request.method === "POST" && url.pathname === chatRoute) return chat(request, url, env, context, id);
  }
  throw new Refusal("not_found");
}

async function offer(request: Request, env: Env): Promise<Response> {
  const config = readConfig(env);
  const { upstreams, limits, accessCode } = config;
  const share =
    upstreams.size > 0 && (await mayAskLedger(request, env))
      ? await shareOf(visitorOf(request.headers), config, ledgerOf(env))
      : undefined;
  const answer: Offer = {
    models: [...upstreams.values()].map(({ offer }) => offer),
    code: accessCode !== undefined,
    limits,
    ...(share && { share }),
  };
  return answerJson(answer);
}

/** Whoever asks too often gets the same answer without the ledger's part. */
async function mayAskLedger({ headers }: Request, env: Env): Promise<boolean> {
  const { success } = await env.RATE_LIMIT.limit({ key: `config ${visitorOf(headers)}` });
  return success;
}

/** Nothing but what is set and what is not: no value, and no call to anybody. */
function health(env: Env): Response {
  const { missing } = readConfig(env);
  if (missing.length > 0) throw new Refusal("misconfigured", `No model can be called:\n${missing.join("\n")}`);
  return answerJson({ ok: true });
}

/** Cheap checks first; what costs money last. */
async function chat(request: Request, url: URL, env: Env, context: ExecutionContext, id: string): Promise<Response> {
  requireOwnPage(request, url);
  requireJson(request);
  const config = readConfig(env);
  const visitor = visitorOf(request.headers);
  await requireRate(env.RATE_LIMIT, visitor);
  await requireAccessCode(request, config.accessCode);
  const chat = await readChatRequest(request, config.upstreams);
  const charged = await charge({ id, visitor, chat }, config, ledgerOf(env), context);
  return passOn(chat, charged, { pageLeft: request.signal, metered: config.metered });
}

function ledgerOf(env: Env): LedgerPort {
  return env.LEDGER.getByName("ledger");
}

function toRefusal(error: unknown, pageLeft: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  // Nobody reads this answer any more.
  if (pageLeft.aborted) return new Refusal("upstream");
  console.error(JSON.stringify({ error: "internal", name: error instanceof Error ? error.name : typeof error }));
  return new Refusal("internal");
}
