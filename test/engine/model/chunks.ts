// Writing the streams that the tests of this folder read.
import type { ModelReply } from "../../../src/engine/model/model.ts";
import { readStream, type ReadOptions } from "../../../src/engine/model/stream.ts";

export type Delta = Record<string, unknown>;

/** One event with a chunk of one choice. */
export const chunk = (delta: Delta | null, finish: string | null = null, more: Delta = {}): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, ...(delta && { delta }), finish_reason: finish }], ...more })}\n\n`;

export const done = "data: [DONE]\n\n";

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** A body of these pieces, one a network chunk. */
export function bodyOf(
  pieces: readonly (string | Uint8Array<ArrayBuffer>)[],
  onCancel?: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === "string" ? bytesOf(piece) : piece);
    },
    ...(onCancel && { cancel: onCancel }),
  });
}

export const read = (
  pieces: readonly (string | Uint8Array<ArrayBuffer>)[],
  options?: ReadOptions,
  head?: ResponseInit,
): Promise<ModelReply> => readStream(new Response(bodyOf(pieces), head), options);

/** A delta with parts of tool calls. */
export const calls = (...parts: Delta[]): Delta => ({ tool_calls: parts });

/** What a promise was rejected with. */
export async function rejection<Failure>(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (thrown) {
    return thrown as Failure;
  }
  throw new Error("It was fulfilled, where it should have been rejected.");
}
