// Chanting: a model that writes the same piece of text over and over in one reply.

export interface ChantWatch {
  /** Takes the next piece of a reply. True: it chants, so that the stream should be cut. */
  add(piece: string): boolean;
}

const chunkLength = 50;
const mostTimes = 10;
/** Two repeats further apart than this are no chant, in characters. */
const farthest = 250;
/** Slots for the chunks seen of late; a power of two well above `farthest`. */
const slots = 4096;
const factor = 31;
/** `factor` to the power of `chunkLength - 1`, in 32 bits. */
const leadingFactor = Array.from({ length: chunkLength - 1 }).reduce<number>((power) => Math.imul(power, factor), 1);

/**
 * Watches one reply. Two signs count: in prose, the same 50 characters ten times, none further than 250 from the one before;
 * anywhere but in a code fence, ten rounds that are equal to the letter. Rows of tables and lists, headings and data in
 * braces share long pieces by nature, so the first sign does not count there. The work is linear, and none is done for the
 * first 500 characters.
 */
export function createChantWatch(): ChantWatch {
  let early = "";
  let detector: ((piece: string) => boolean) | undefined;
  return {
    add(piece) {
      if (detector) return detector(piece);
      early += piece;
      if (early.length < chunkLength * mostTimes) return false;
      detector = createDetector();
      return detector(early);
    },
  };
}

function createDetector(): (piece: string) => boolean {
  // Four numbers a slot, side by side: hash, where the chunk ended last, where it was counted last, how often.
  const table = new Int32Array(slots * 4);
  const window = new Uint16Array(chunkLength);
  let place = 0;
  /** characters read; begins where no slot can seem recent */
  let at = farthest + 1;
  let hash = 0;
  let filled = 0;
  let gap = 0;
  /** characters in a row that equal the one `gap` before */
  let exactRun = 0;
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

      const slot = ((hash ^ (hash >>> 15)) & (slots - 1)) * 4;
      const distance = at - (table[slot + 1] ?? 0);
      const isRepeat = table[slot] === hash && distance <= farthest;
      table[slot + 1] = at;
      if (!isRepeat) {
        table[slot] = hash;
        table[slot + 2] = at;
        table[slot + 3] = 1;
        exactRun = 0;
        continue;
      }
      exactRun = distance === gap ? exactRun + 1 : 1;
      gap = distance;
      if (exactRun >= Math.max(gap, chunkLength) * (mostTimes - 1)) return true;
      if (at - (table[slot + 2] ?? 0) < chunkLength) continue;
      table[slot + 2] = at;
      table[slot + 3] = (table[slot + 3] ?? 0) + 1;
      if ((table[slot + 3] ?? 0) >= mostTimes && depth === 0 && at > rowUntil) return true;
    }
    return false;
  };
}
