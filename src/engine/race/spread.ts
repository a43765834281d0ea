// How far several runs of one pattern lie apart.
import type { ScoreRow } from "./score.ts";

export interface Spread {
  /** how many values there are */
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Least, middle and most; null: there is no value. Of an even number of values the middle lies between the two middle ones. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  const [min, max] = [known[0], known.at(-1)];
  if (min === undefined || max === undefined) return null;
  const upper = known[known.length >> 1] ?? max;
  const lower = known[(known.length - 1) >> 1] ?? min;
  return { count: known.length, min, median: (lower + upper) / 2, max };
}

export interface AnswerSpread {
  /** different answers, none counted as one of them; blanks and case make no difference */
  readonly distinct: number;
  /** how many runs gave the commonest one */
  readonly alike: number;
  /** in letters */
  readonly length: Spread | null;
}

export function answerSpread(rows: readonly Pick<ScoreRow, "answer">[]): AnswerSpread {
  const counts = new Map<string | null, number>();
  for (const { answer } of rows) {
    const same = answer === null ? null : answer.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
    counts.set(same, (counts.get(same) ?? 0) + 1);
  }
  return {
    distinct: counts.size,
    alike: Math.max(0, ...counts.values()),
    length: spreadOf(rows.map(({ answer }) => answer?.length ?? null)),
  };
}
