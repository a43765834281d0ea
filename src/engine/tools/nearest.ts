// The known name that is nearest to one that was written.

/**
 * @returns the known name that takes the fewest changes (letters put in, left out or exchanged), if they are at most a third of it
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  let best: string | undefined;
  let least = Infinity;
  for (const one of known) {
    const other = plain(one);
    const changes = distance(written, other);
    if (changes < least && changes <= Math.max(written.length, other.length) / 3) {
      best = one;
      least = changes;
    }
  }
  return best;
}

const plain = (name: string) =>
  name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[\s_-]/g, "");

/** Levenshtein's distance, one row at a time. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const exchange = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      line.push(Math.min(exchange, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
