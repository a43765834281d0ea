// The life of one call to a model's server: it ends when the page leaves, or when it has taken too long.
import { Refusal } from "./answers.ts";
import type { Charge } from "./charge.ts";

/** How long a model's server may take until its first header, and for a whole answer. */
const headersMs = 60_000;
const wholeMs = 300_000;

/** One call to a model's server, from its first byte to its last. */
export interface Call {
  readonly signal: AbortSignal;
  /** The first header has come. */
  answered(): void;
  /** Ends it: the server need not write on. */
  abort(reason: unknown): void;
  /** It is over: deadlines and the page's leaving mean nothing any more. */
  over(): void;
}

/** @param pageLeft - aborts when the page closes its connection */
export function startCall(pageLeft: AbortSignal, charge: Charge): Call {
  // A controller of our own: `request.signal` handed to fetch would be ignored, and deadlines must end the call too.
  const controller = new AbortController();
  const leave = () => {
    charge.inDoubt("page-left");
    controller.abort(new Error("the page left"));
  };
  const tooLate = () => {
    charge.inDoubt("timeout");
    controller.abort(new Refusal("timeout"));
  };
  pageLeft.addEventListener("abort", leave);
  const headersTimer = setTimeout(tooLate, headersMs);
  const wholeTimer = setTimeout(tooLate, wholeMs);
  return {
    signal: controller.signal,
    answered: () => clearTimeout(headersTimer),
    abort: (reason) => controller.abort(reason),
    over: () => {
      clearTimeout(headersTimer);
      clearTimeout(wholeTimer);
      pageLeft.removeEventListener("abort", leave);
    },
  };
}
