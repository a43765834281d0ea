// Ids of a plan's steps: one form, none twice, and what a reference means.
import type { RawStep } from "./plan-fields.ts";
import { canonicalId, type StepId } from "./placeholders.ts";

export interface IdBook {
  /** ids of the new steps, in their order */
  ids: StepId[];
  /** where each of them stands in it */
  places: ReadonlyMap<StepId, number>;
  /** ids that more than one step has, or that an earlier step had */
  taken: ReadonlySet<StepId>;
  /** The step of this plan, or the earlier one, that a reference means; undefined: none, or it could be several. */
  resolve(reference: unknown): StepId | undefined;
}

/**
 * Gives each step its id: the one it has, or its place in the list, counted from 1. An id that is taken is kept for the first
 * step that has it; the others get a free number, which is right only as long as nothing refers to that id.
 *
 * @param earlier ids of steps of earlier revisions
 */
export function assignIds(steps: readonly RawStep[], earlier: ReadonlySet<StepId>): IdBook {
  const used = new Set(earlier);
  const taken = new Set<StepId>();
  const wanted = steps.map((step, index) => canonicalId(step.id) ?? String(index + 1));
  const reserved = new Set(wanted);
  const numbers = [...earlier, ...wanted].map(Number).filter(Number.isSafeInteger);
  let free = numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
  const ids = wanted.map((id, index) => {
    let own = id;
    if (used.has(id)) {
      taken.add(id);
      const place = String(index + 1);
      own = used.has(place) || reserved.has(place) ? String(free++) : place;
    }
    used.add(own);
    return own;
  });

  const folded = index([...used], fold);
  const byNumber = index([...used], numberIn);
  const isNumbered = [...used].some((id) => /\d/.test(id));
  return {
    ids,
    places: new Map(ids.map((id, place) => [id, place])),
    taken,
    resolve(reference) {
      const id = canonicalId(reference);
      if (id === undefined) return undefined;
      if (used.has(id)) return id;
      const alike = folded.get(fold(id));
      if (alike !== undefined) return alike ?? undefined;
      const number = numberIn(id);
      if (number === undefined) return undefined;
      const numbered = byNumber.get(number);
      if (numbered !== undefined) return numbered ?? undefined;
      // Where no id has a number, a number is a place in the list.
      return isNumbered ? undefined : ids[Number(number) - 1];
    },
  };
}

/** By key, the one id that has it; null where several do. */
function index(ids: readonly StepId[], keyOf: (id: StepId) => string | undefined): Map<string, StepId | null> {
  const found = new Map<string, StepId | null>();
  for (const id of ids) {
    const key = keyOf(id);
    if (key !== undefined) found.set(key, found.has(key) ? null : id);
  }
  return found;
}

/** What is written as one reference, as ids: the whole text if a step is called so, otherwise each part of a comma list. */
export function splitReference(reference: unknown, { resolve }: IdBook): unknown[] {
  if (typeof reference !== "string" || resolve(reference) !== undefined) return [reference];
  const parts = reference.split(/[,，、;；]|\s+(?:and|&)\s+|[和与及]/u).filter((part) => part.trim() !== "");
  return parts.length > 0 ? parts : [reference];
}

const fold = (id: StepId): string => id.toLowerCase().replace(/[\s_-]/g, "");

/** The number of `s3`, `task 3` and `3`: a word, if any, and the number. */
function numberIn(id: StepId): string | undefined {
  return /^(?:\p{L}{1,12}[\s_#-]*)?0*(\d{1,9})$/u.exec(id)?.[1];
}
