// The page's side of a worker: calls with answers, told how far they are. The worker's side is worker-serve.ts.

/** What a worker can be asked: one input a call, which may be told how far it is. */
export type Handlers = Record<string, (input: never, tell: never) => unknown>;

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export type Reply =
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly error: { readonly name: string; readonly message: string; readonly [own: string]: unknown };
    };

type InputOf<H extends Handlers, Name extends keyof H> = Parameters<H[Name]>[0];
type TellOf<H extends Handlers, Name extends keyof H> = H[Name] extends (
  input: never,
  tell: infer Tell extends (part: never) => void,
) => unknown
  ? Tell
  : never;
type ValueOf<H extends Handlers, Name extends keyof H> = Awaited<ReturnType<H[Name]>>;

export interface WorkerLink<H extends Handlers> {
  /** @throws Error with name, message and what else it held of what the handler threw, or of what ended the worker */
  call<Name extends keyof H & string>(
    name: Name,
    input: InputOf<H, Name>,
    tell?: TellOf<H, Name>,
  ): Promise<ValueOf<H, Name>>;
  /** Ends the worker at once, also in the middle of a loop. What is under way fails with `reason`. */
  end(reason: Error): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  tell?: ((part: unknown) => void) | undefined;
}

/** @param ended called once, however it ends */
export function linkWorker<H extends Handlers>(worker: Worker, ended: () => void): WorkerLink<H> {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let why: Error | undefined;

  function end(reason: Error): void {
    if (why) return;
    why = reason;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    ended();
  }

  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = waiting.get(data.id);
    if (!call) return;
    if ("part" in data) return call.tell?.(data.part);
    waiting.delete(data.id);
    if ("error" in data) call.reject(Object.assign(new Error(data.error.message), data.error));
    else call.resolve(data.value);
  };
  // Its file may not be there any more, after an update of the page.
  worker.onerror = (event) =>
    end(new Error(event.message || "A part of the page could not be loaded. Reload the page."));
  worker.onmessageerror = () => end(new Error("What a part of the page wrote cannot be read."));

  return {
    call: (name, input, tell) =>
      new Promise((resolve, reject) => {
        if (why) return reject(why);
        const id = next++;
        waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, tell: tell as Waiting["tell"] });
        worker.postMessage({ id, name, input } satisfies Call);
      }),
    end,
  };
}
