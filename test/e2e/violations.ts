// Collects what the page's policy had to forbid, on the page and in its workers.
import type { BrowserContext } from "playwright-core";

const mark = "forbidden by the policy:";

/**
 * Watches all pages of a context that are opened from now on.
 *
 * @param tell called with `directive what`, for example `img-src https://evil.example/x`; in a worker the place is named first
 */
export async function watchViolations(context: BrowserContext, tell: (violation: string) => void): Promise<void> {
  await context.exposeFunction("tellViolation", tell);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      (globalThis as unknown as { tellViolation(text: string): void }).tellViolation(
        `${effectiveDirective} ${blockedURI}`,
      );
    });
  });
  // Events of a worker do not reach its page: its script, as it is served, gets a listener of its own in front.
  context.on("console", (line) => line.text().startsWith(mark) && tell(line.text().slice(mark.length + 1)));
  await context.route(/\/assets\/[\w.]+\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const listener = `addEventListener("securitypolicyviolation", (event) => console.warn("${mark} worker", event.effectiveDirective, event.blockedURI));`;
    await route.fulfill({ response, body: `${listener}\n${await response.text()}` });
  });
}
