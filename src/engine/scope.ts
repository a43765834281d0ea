// What can be stopped: the run, an agent in it, one call. A scope that stops, stops all inside it.
export interface Scope {
  /** why it was stopped; null while it goes on */
  readonly stopped: Error | null;
  /** Made when first asked for: most calls never need one. */
  readonly signal: AbortSignal;
  stop(reason: Error): void;
  /** Calls `listener` when it stops, at once if it has. Returns a function that takes it off. */
  onStop(listener: (reason: Error) => void): () => void;
  /** Leaves the scope it lies in. */
  close(): void;
}

export function createScope(outer?: Scope): Scope {
  // A list, not a Set: few listen at a time, and each call comes and goes.
  let listeners: ((reason: Error) => void)[] = [];
  let stopped: Error | null = null;
  let controller: AbortController | null = null;

  const stop = (reason: Error) => {
    if (stopped) return;
    stopped = reason;
    controller?.abort(reason);
    const all = listeners;
    listeners = [];
    for (const listener of all) listener(reason);
  };
  const close = outer?.onStop(stop) ?? (() => {});

  return {
    get stopped() {
      return stopped;
    },
    get signal() {
      if (!controller) {
        controller = new AbortController();
        if (stopped) controller.abort(stopped);
      }
      return controller.signal;
    },
    stop,
    onStop(listener) {
      if (stopped) {
        listener(stopped);
        return () => {};
      }
      listeners.push(listener);
      return () => {
        const place = listeners.lastIndexOf(listener);
        if (place >= 0) listeners.splice(place, 1);
      };
    },
    close,
  };
}

/** Settles like `work`, or rejects as soon as the scope stops, however long `work` takes. A late outcome changes nothing. */
export function within<T>(scope: Scope, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const off = scope.onStop(reject);
    work.then(
      (value) => (off(), resolve(value)),
      (error: unknown) => (off(), reject(error)),
    );
  });
}
