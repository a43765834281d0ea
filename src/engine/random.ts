// Chance that can be repeated.

/** Numbers in [0, 1), the same for the same seed (mulberry32, public domain); unseeded: Math.random. */
export function seededRandom(seed: number | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed out of a text: 32 bits, the same for the same text (FNV-1a over UTF-16 units, public domain). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
