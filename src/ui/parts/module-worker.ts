// Starts a worker from a file of our own, also where the page's policy asks for Trusted Types.

interface Policy {
  createScriptURL(url: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

let policy: Policy | undefined;

/**
 * @param url as `import url from "./some.worker.ts?worker&url"` gives it
 * @throws TypeError if it is not of this page's origin
 */
export function startModuleWorker(url: string): Worker {
  const own = ownUrl(url);
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return new Worker(own, { type: "module" });
  // A policy can be made once.
  policy ??= trustedTypes.createPolicy("worker-url", { createScriptURL: ownUrl });
  // The library's types know text and URL only; a browser that has the policy takes its product.
  return new Worker(policy.createScriptURL(own) as string, { type: "module" });
}

function ownUrl(url: string): string {
  const { href, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError(`A worker of another origin is not started: ${origin}`);
  return href;
}
