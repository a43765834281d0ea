// The worker's side of a worker: answers the calls that worker-link.ts makes.
import type { Call, Handlers, Reply } from "./worker-link.ts";

/** Answers each call with what its handler returns or throws. Calls made while one waits run beside it. */
export function serve(handlers: Handlers): void {
  const send = (reply: Reply) => postMessage(reply);
  addEventListener("message", ({ data: { id, name, input } }: MessageEvent<Call>) => {
    const answer = async () => {
      const handler = handlers[name];
      if (!handler) throw new Error(`This worker cannot do "${name}".`);
      return handler(input as never, ((part: unknown) => send({ id, part })) as never);
    };
    answer().then(
      (value) => send({ id, value }),
      (error: unknown) => {
        const { name, message, ...own } = error instanceof Error ? error : new Error(String(error));
        send({ id, error: { ...own, name, message } });
      },
    );
  });
}
