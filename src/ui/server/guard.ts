// Calls of a run that the server refuses for want of the access code wait for a person, and are made again with it.
import { ModelFailureError, type Model } from "../../engine/index.ts";
import type { AccessCode } from "./access-code.svelte.ts";

/** What a run does while a person looks for the code. */
export interface Waiting {
  /** Called when the first call of the run waits. */
  hold(): void;
  /** Called when no call of it waits any more, unless it was stopped. */
  goOn(): void;
}

/** Makes models whose calls wait for the code; all of one run are given to one guard. */
export function createGuard(access: AccessCode, run: Waiting): (model: Model) => Model {
  let waiting = 0;

  async function ask(signal: AbortSignal): Promise<void> {
    if (waiting++ === 0) run.hold();
    access.waiting++;
    try {
      await entered(access, signal);
    } finally {
      access.waiting--;
      // A run that was stopped does not go on.
      if (--waiting === 0 && !signal.aborted) run.goOn();
    }
  }

  return (model) => ({
    ...model,
    complete: async (request, options) => {
      for (;;) {
        const used = access.code;
        try {
          const reply = await model.complete(request, options);
          if (access.code === used) [access.accepted, access.refused] = [true, false];
          return reply;
        } catch (thrown) {
          if (!(thrown instanceof ModelFailureError && thrown.code === "access-code")) throw thrown;
          // Entered meanwhile, as another call of the run had asked for it.
          if (access.code !== used && access.code !== null) continue;
          [access.refused, access.accepted] = [true, false];
          await ask(options.signal);
        }
      }
    },
  });
}

/** @throws ModelFailureError `aborted` when the run is stopped first */
async function entered(access: AccessCode, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    const message = "The call was stopped while it waited for the access code.";
    reject(new ModelFailureError({ code: "aborted", message, retryable: false, free: true }));
  };
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  const end = access.onEnter(resolve);
  try {
    await promise;
  } finally {
    end();
    signal.removeEventListener("abort", leave);
  }
}
