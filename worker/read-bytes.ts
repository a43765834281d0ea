// Reads a whole body, up to a limit.

/**
 * The length is counted while it is read: a header may be absent, or lie.
 *
 * @param tooLarge - makes what is thrown for more than `most` bytes
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > most) throw tooLarge();
  }
  return concat(pieces);
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
