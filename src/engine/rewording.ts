// Tells whether a call only words an earlier one anew and brings almost nothing that was not seen.
import { addWords, sharedPart } from "./word-sets.ts";

/** Calls of a streak that are kept to compare with. */
const keptCalls = 8;
/** A result adds little if a smaller part of its words than this is new. */
const newPart = 0.2;

interface Asked {
  arguments: unknown;
  result: string;
  words: Set<string> | undefined;
  numbers: string[] | undefined;
}

export interface Rewording {
  /**
   * Takes the next call. True if it goes on with the streak; false if it begins a new one.
   *
   * @param mayGoOn whether the call can belong to the streak at all
   * @param isPolling whether it is the call before with another result: that is no rewording
   */
  add(callArguments: unknown, result: string, mayGoOn: boolean, isPolling: () => boolean): boolean;
  clear(): void;
}

/** Watches calls of one tool. Words are taken apart only when there is an earlier call to compare with. */
export function createRewording(): Rewording {
  const streak: Asked[] = [];
  const seen = new Set<string>();

  function goesOn(asked: Asked, isPolling: () => boolean): boolean {
    if (!streak.some((earlier) => isReworded(asked, earlier)) || isPolling()) return false;
    if (streak.length === 1 && streak[0]) addWords(streak[0].result, seen);
    const words = new Set<string>();
    addWords(asked.result, words);
    const known = seen.size;
    for (const word of words) seen.add(word);
    return words.size === 0 || (seen.size - known) / words.size < newPart;
  }

  return {
    add(callArguments, result, mayGoOn, isPolling) {
      const asked: Asked = { arguments: callArguments, result, words: undefined, numbers: undefined };
      const isNext = mayGoOn && goesOn(asked, isPolling);
      if (!isNext) {
        streak.length = 0;
        if (seen.size > 0) seen.clear();
      } else if (streak.length >= keptCalls) streak.shift();
      streak.push(asked);
      return isNext;
    },
    clear() {
      streak.length = 0;
      seen.clear();
    },
  };
}

function isReworded(one: Asked, other: Asked): boolean {
  takeApart(one);
  takeApart(other);
  const numbers = one.numbers ?? [];
  const others = other.numbers ?? [];
  if (numbers.length !== others.length || !numbers.every((number, at) => number === others[at])) return false;
  return sharedPart(one.words ?? new Set(), other.words ?? new Set()) >= 0.5;
}

/** Words and numbers of the values, not of the keys. Other numbers mean other items, so they are compared apart. */
function takeApart(asked: Asked): void {
  if (asked.words) return;
  const words = new Set<string>();
  const numbers = new Set<string>();
  collect(parsed(asked.arguments), words, numbers, 0);
  for (const word of words) {
    if (!/^\p{N}+$/u.test(word)) continue;
    words.delete(word);
    numbers.add(word);
  }
  asked.words = words;
  asked.numbers = [...numbers].sort();
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function collect(value: unknown, words: Set<string>, numbers: Set<string>, depth: number): void {
  if (typeof value === "string") addWords(value, words);
  else if (typeof value === "number") numbers.add(String(value));
  else if (typeof value === "boolean") words.add(String(value));
  else if (typeof value === "object" && value !== null && depth < 50) {
    for (const part of Object.values(value)) collect(part, words, numbers, depth + 1);
  }
}
