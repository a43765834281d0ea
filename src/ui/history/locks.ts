// Who runs a run: each live one holds a Web Lock, which the browser frees when the tab is gone, however it went.

const lockName = (run: string) => `loopglass-run:${run}`;

// Absent without a secure context, and in Node.
const manager = (): LockManager | undefined => globalThis.navigator?.locks;

/** Holds the lock of a run until the returned function is called, or the page ends. */
export function holdRun(run: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  manager()
    ?.request(lockName(run), () => promise)
    .catch(() => {});
  return resolve;
}

/** Calls `act` once no tab runs the run any more. Without Web Locks that is at once. */
export function whenFree(run: string, act: () => Promise<void>): void {
  const locks = manager();
  const done = locks ? locks.request(lockName(run), act) : act();
  done.catch(() => {});
}

/** Whether a tab runs the run now. */
export async function isHeld(run: string): Promise<boolean> {
  const { held } = (await manager()?.query()) ?? {};
  return held?.some((lock) => lock.name === lockName(run)) ?? false;
}

/** Whether a tab runs the run, and still does after so many ms: the lock of a page that is being closed stays for a moment. */
export async function isHeldFor(run: string, ms: number): Promise<boolean> {
  if (!(await isHeld(run))) return false;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return isHeld(run);
}
