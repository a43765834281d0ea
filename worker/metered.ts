// The answer of a model's server on its way to the page: read for what it used, cleared of errors that may quote the key.
import { parsed } from "../src/engine/model/json.ts";
import { errorEvent, Refusal } from "./answers.ts";
import type { Charge } from "./charge.ts";
import type { Call } from "./call.ts";
import { readBytes } from "./read-bytes.ts";
import { countedUsage, EventTooLong, holdsError, SseWatch } from "./sse-watch.ts";

/** The largest answer that is read in one piece: no model writes that much in 300 s. */
const maxWholeBytes = 4 * 1024 * 1024;

const inStream = () => errorEvent(new Refusal("upstream", "It broke off with an error."));

/**
 * Hands a stream's bytes on as the page asks for them. Not `tee` or `pipeTo`: both keep the model writing after the page has left.
 *
 * @returns the same bytes, but for events that hold an error: each is replaced by one of ours
 */
export function meteredStream(
  body: ReadableStream<Uint8Array>,
  charge: Charge,
  key: string | undefined,
  call: Call,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const watch = new SseWatch(inStream(), key);
  const finish = (page: ReadableStreamDefaultController<Uint8Array>) => {
    for (const piece of watch.flush()) page.enqueue(piece);
    const { usage } = watch;
    // Only `[DONE]` and a count say that it is whole: an end alone also comes when a connection is lost.
    if (usage) charge.complete(usage);
    else charge.inDoubt("no-usage");
    call.over();
    page.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(page) {
        try {
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return finish(page);
            const ready = watch.take(value);
            for (const piece of ready) page.enqueue(piece);
            if (ready.length > 0) return;
          }
        } catch (error) {
          charge.inDoubt("cut-off");
          call.over();
          if (error instanceof EventTooLong) {
            call.abort(error);
            page.enqueue(inStream());
          }
          // A stream cut short is the sign for the page; why is ours to know, the server's own words may hold the key.
          page.error(new Error("The answer was cut off."));
        }
      },
      async cancel() {
        charge.inDoubt("page-left");
        call.over();
        call.abort(new Error("the page stopped reading"));
        await reader.cancel().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Reads an answer that comes in one piece.
 *
 * @returns its bytes, unchanged
 * @throws Refusal `upstream` for one that is an error, too large or cut off
 */
export async function meteredWhole(
  body: ReadableStream<Uint8Array>,
  charge: Charge,
  key: string | undefined,
  call: Call,
): Promise<Uint8Array> {
  const bytes = await readAll(body, charge, call);
  const text = new TextDecoder().decode(bytes);
  const value = parsed(text);
  const usage = countedUsage(value);
  if (usage) charge.complete(usage);
  else charge.inDoubt("no-usage");
  call.over();
  if (holdsError(value) || (key !== undefined && text.includes(key)))
    throw new Refusal("upstream", "It sent an error.");
  return bytes;
}

async function readAll(body: ReadableStream<Uint8Array>, charge: Charge, call: Call): Promise<Uint8Array> {
  try {
    return await readBytes(body, maxWholeBytes, () => new Refusal("upstream", "Its answer was too large."));
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    charge.inDoubt("cut-off");
    call.abort(error);
    throw error instanceof Refusal ? error : new Refusal("upstream", "Its answer was cut off.");
  }
}
