// Who may call a model through the Worker: its own page, not too often, with the owner's access code.
import { accessCodeHeader } from "../src/engine/model/wire.ts";
import { mediaType, Refusal } from "./answers.ts";

/**
 * Other sites' pages would spend the owner's money with their visitors' browsers.
 *
 * @throws Refusal `origin`
 */
export function requireOwnPage({ headers }: Request, url: URL): void {
  // Browsers leave Sec-Fetch-Site out where the page came over plain http from another machine.
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (headers.get("origin") !== url.origin || site !== "same-origin") throw new Refusal("origin");
}

/**
 * A form of another site can send text, but not JSON without asking first.
 *
 * @throws Refusal `bad_request`
 */
export function requireJson({ headers }: Request): void {
  if (mediaType(headers) !== "application/json")
    throw new Refusal("bad_request", "Its content type must be application/json.");
}

/**
 * Stands before the access code, so that codes cannot be tried quickly.
 *
 * @throws Refusal `rate`
 */
export async function requireRate(limiter: RateLimit, visitor: string): Promise<void> {
  const { success } = await limiter.limit({ key: visitor });
  // Its minutes are those of the clock.
  if (!success) throw new Refusal("rate", "", 60 - (Math.floor(Date.now() / 1000) % 60));
}

/** @throws Refusal `code` */
export async function requireAccessCode({ headers }: Request, accessCode: string | undefined): Promise<void> {
  if (accessCode === undefined) return;
  const [given, expected] = await Promise.all([digest(headers.get(accessCodeHeader) ?? ""), digest(accessCode)]);
  // Equal lengths and an even pace: neither may tell how much of a guess is right.
  if (!crypto.subtle.timingSafeEqual(given, expected)) throw new Refusal("code");
}

function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
