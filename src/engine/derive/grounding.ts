// Grounding: which figures of an answer stand in something that the run observed, and which stand nowhere.
import type { RunEvent } from "../events.ts";
import { figuresIn, type Figure } from "./figures.ts";
import { equationsIn } from "./figure-equations.ts";
import { createSources, type GroundPlace, type Source } from "./ground-sources.ts";

export type { GroundPlace };

export type Ground =
  /** it was given: by the task, or by a person during the run */
  | { readonly kind: "given" }
  /** a tool returned it; at most five places, the best first, and how many there are besides */
  | { readonly kind: "observation" | "calculator"; readonly places: readonly GroundPlace[]; readonly more: number }
  /** the answer works it out itself from figures that are grounded, and the sum is right */
  | { readonly kind: "equation" }
  /** it stands nowhere; or it was calculated, but from `operand`, which stands nowhere */
  | { readonly kind: "none"; readonly operand?: string };

export interface GroundedFigure extends Figure {
  readonly ground: Ground;
}

export interface Grounding {
  /** of the answer, in its order; places are those in the answer's text */
  readonly figures: readonly GroundedFigure[];
  readonly ungrounded: number;
  /** ungrounded ÷ all, 0..1; null: the answer has no figure, or there is no answer */
  readonly hallucinationRate: number | null;
}

const mostPlaces = 5;
/** letters before a figure that tell what it is of */
const nearby = 40;

/**
 * Holds each figure of the answer against all that the run was given and observed.
 *
 * **The same figure**: the observed value, rounded to as many places as the answer writes, is the answer's value: 12.3 % is
 * grounded by 12.3456, and not the other way round. A percentage is also grounded by its fraction (0.123). Without a sign the
 * answer may tell a negative value ("fell by 5 %"); a written plus needs one that is not negative. Years and dates are compared as
 * such: 2007 by 2007-03-01, March 2007 too. A bare whole number is also grounded as the length of an observed list. Exact places
 * come before rounded ones.
 *
 * **Not a ground**: what models write, including what a tool only hands back of it, such as a file that the run wrote itself; and what the
 * calculator made of a figure that stands nowhere (whole numbers up to 12, powers of ten and those of the calendar may be used freely).
 *
 * This is a rule about figures, not about sense: it does not see whether the right figure stands in the right sentence.
 *
 * @throws never
 */
export function grounding(log: Iterable<RunEvent>): Grounding {
  const sources = createSources();
  let answer = "";
  for (const event of log) {
    sources.add(event);
    if (event.type === "run.end") answer = event.answer ?? "";
  }
  const written = figuresIn(answer, { as: "answer" });
  const grounds = new Map(
    written.map((figure): [Figure, Ground] => [
      figure,
      groundOf(sources.find(figure, answer.slice(Math.max(0, figure.from - nearby), figure.from))),
    ]),
  );
  const isGrounded = (figure: Figure) => grounds.get(figure)?.kind !== "none";
  for (const { result, operands } of equationsIn(answer, written)) {
    if (!isGrounded(result) && operands.every(isGrounded)) grounds.set(result, { kind: "equation" });
  }
  const figures = written.map((figure) => ({ ...figure, ground: grounds.get(figure) ?? ({ kind: "none" } as const) }));
  const ungrounded = figures.filter(({ ground }) => ground.kind === "none").length;
  return { figures, ungrounded, hallucinationRate: figures.length === 0 ? null : ungrounded / figures.length };
}

function groundOf({ sound, unsound }: { sound: readonly Source[]; unsound: Source | null }): Ground {
  const [best] = sound;
  if (!best) return { kind: "none", ...(unsound?.operand !== undefined && { operand: unsound.operand }) };
  const places = sound.flatMap(({ place }) => place ?? []);
  const [first] = places;
  // What was given needs no place, unless a tool says the very same.
  if (!first || (best.place === null && !first.exact)) return { kind: "given" };
  const isCalculated = sound.find(({ place }) => place === first)?.isCalculated === true;
  return {
    kind: isCalculated ? "calculator" : "observation",
    places: places.slice(0, mostPlaces),
    more: Math.max(0, places.length - mostPlaces),
  };
}
