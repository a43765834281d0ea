// Chanting: a model that writes the same piece of text over and over in one reply.

export interface ChantWatch {
  /** Takes the next piece of a reply. True: it chants, so that the stream should be cut. */
  add(piece: string): boolean;
  /** characters of the reply up to the repeat by which it was found to chant; null: it does not */
  readonly foundAt: number | null;
}

const chunkLength = 50;
/** How often a passage must be said to be a chant. */
export const mostTimes = 10;
/** Two repeats further apart than this are no chant, in characters. */
const farthest = 250;
/** Slots for the chunks seen of late; a power of two well above `farthest`. */
const slots = 4096;
/** A chant is for the most part its passage; verses between the lines of a refrain are not. */
const passagePart = 0.6;
/** Numbers a slot. */
const stride = 6;
const factor = 31;
/** `factor` to the power of `chunkLength - 1`, in 32 bits. */
const leadingFactor = Array.from({ length: chunkLength - 1 }).reduce<number>((power) => Math.imul(power, factor), 1);

/**
 * Watches one reply. Two signs count: in prose, the same 50 characters ten times, none further than 250 from the one before,
 * where little else is said between; anywhere but in a code fence, ten rounds that are equal to the letter. Rows of tables and lists, headings and data in
 * braces share long pieces by nature, so the first sign does not count there. The work is linear, and none is done for the
 * first 500 characters.
 */
export function createChantWatch(): ChantWatch {
  let early = "";
  let read = 0;
  let foundAt: number | null = null;
  let detector: ((piece: string) => number) | undefined;
  const look = (piece: string): boolean => {
    const index = detector ? detector(piece) : -1;
    if (index >= 0) foundAt ??= read + index + 1;
    read += piece.length;
    return foundAt !== null;
  };
  return {
    add(piece) {
      if (detector) return look(piece);
      early += piece;
      if (early.length < chunkLength * mostTimes) return false;
      detector = createDetector();
      return look(early);
    },
    get foundAt() {
      return foundAt;
    },
  };
}

/**
 * A chanting reply without its chant: what stood before, with the passage once.
 *
 * @param foundAt as the watch says it
 */
export function withoutChant(text: string, foundAt: number): { kept: string; passage: string } {
  const from = Math.max(0, foundAt - chunkLength);
  const passage = text.slice(from, foundAt);
  let first = from;
  for (let at = from; at >= 0 && first - at <= farthest; at = first > 0 ? text.lastIndexOf(passage, first - 1) : -1) {
    first = at;
  }
  return { kept: text.slice(0, first + passage.length).toWellFormed(), passage: passage.toWellFormed() };
}

/** Says for each piece at which index it was found to chant; -1: not yet. */
function createDetector(): (piece: string) => number {
  // Numbers of a slot, side by side: hash, where the chunk ended last, where it was counted last, how often, where it was
  // counted first, and how many characters had been said before at that place.
  const table = new Int32Array(slots * stride);
  const window = new Uint16Array(chunkLength);
  let place = 0;
  /** characters read; begins where no slot can seem recent */
  let at = farthest + 1;
  let hash = 0;
  let filled = 0;
  let gap = 0;
  /** characters in a row that equal the one `gap` before */
  let exactRun = 0;
  /** characters so far that lie in a chunk which was said before, and where the last of them stands */
  let covered = 0;
  let coveredTo = 0;
  let depth = 0;
  let isFenced = false;
  let isRow = false;
  /** chunks that end before this one still hold a part of a row */
  let rowUntil = 0;
  let lineHead = "";

  function restart(): void {
    filled = hash = exactRun = gap = 0;
    table.fill(0);
  }

  /** Looks at the first marks of a line: a fence, a row of a table, an item of a list, a heading. */
  function lookAtLine(char: number): void {
    if (char === 10) {
      lineHead = "";
      isRow = false;
      return;
    }
    if (lineHead.length >= 3 || (lineHead === "" && (char === 32 || char === 9))) return;
    lineHead += String.fromCharCode(char);
    if (lineHead === "```" || lineHead === "~~~") {
      isFenced = !isFenced;
      restart();
    }
    if (/^(?:[|#]|[-*+] |\d+[.)]?)/.test(lineHead)) isRow = true;
  }

  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      const char = piece.charCodeAt(index);
      lookAtLine(char);
      if (isRow) rowUntil = at + chunkLength;
      if (isFenced) continue;
      if (char === 123 || char === 91) depth++;
      else if ((char === 125 || char === 93) && depth > 0) depth--;

      if (filled === chunkLength) hash = (hash - Math.imul(window[place] ?? 0, leadingFactor)) | 0;
      else filled++;
      window[place] = char;
      place = place === chunkLength - 1 ? 0 : place + 1;
      hash = (Math.imul(hash, factor) + char) | 0;
      at++;
      if (filled < chunkLength) continue;

      const slot = ((hash ^ (hash >>> 15)) & (slots - 1)) * stride;
      const distance = at - (table[slot + 1] ?? 0);
      const isRepeat = table[slot] === hash && distance <= farthest;
      table[slot + 1] = at;
      if (!isRepeat) {
        table[slot] = hash;
        table[slot + 2] = at;
        table[slot + 3] = 1;
        table[slot + 4] = at;
        table[slot + 5] = covered;
        exactRun = 0;
        continue;
      }
      covered += Math.min(at - coveredTo, chunkLength);
      coveredTo = at;
      exactRun = distance === gap ? exactRun + 1 : 1;
      gap = distance;
      if (exactRun >= Math.max(gap, chunkLength) * (mostTimes - 1)) return index;
      if (at - (table[slot + 2] ?? 0) < chunkLength) continue;
      table[slot + 2] = at;
      table[slot + 3] = (table[slot + 3] ?? 0) + 1;
      if ((table[slot + 3] ?? 0) < mostTimes || depth > 0 || at <= rowUntil) continue;
      if (covered - (table[slot + 5] ?? 0) >= passagePart * (at - (table[slot + 4] ?? 0))) return index;
    }
    return -1;
  };
}
