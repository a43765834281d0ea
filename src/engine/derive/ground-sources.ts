// What a run was given and observed, as an index of its figures: what an answer's figures are held against.
import type { EventOf, RunEvent } from "../events.ts";
import { figuresIn, type Figure } from "./figures.ts";
import { reaches, sameFigure } from "./figure-match.ts";
import { excerptOf, valueAt } from "./ground-excerpt.ts";

/** Where a figure was observed. */
export interface GroundPlace {
  /** the span of the tool call */
  readonly span: string;
  readonly tool: string;
  /** keys and indices from the observation to the value, such as `["rows", 2, 5]`; empty: the observation itself */
  readonly path: readonly (string | number)[];
  /** the value amid its neighbours, at most 120 letters */
  readonly excerpt: string;
  /** False: the answer rounds what stands there. */
  readonly exact: boolean;
}

/** One place where a figure stands. */
export interface Source {
  /** null: it was given */
  readonly place: GroundPlace | null;
  readonly isCalculated: boolean;
  /** of a calculation: the first figure in it that stands nowhere */
  readonly operand?: string;
}

interface Leaf {
  readonly figure: Figure;
  /** its text, or that of the value; what stands around the figure in it tells an echo */
  readonly text: string;
  readonly path: readonly (string | number)[];
  /** null: given */
  readonly from: Observed | null;
}

interface Observed {
  readonly seq: number;
  readonly span: string;
  readonly tool: string;
  readonly output: unknown;
  /** of a call of the calculator */
  readonly expression: string | null;
  /** what the model had written into calls until then, this one included: a number of {@link State.written} */
  readonly writtenBefore: number;
  /** of a calculation: undefined until it is looked at, null: all of it is grounded */
  operand?: string | null;
}

/** The tool whose results follow from what it is given. */
const calculator = "calculator";
/** letters at each side of a figure that tell whether a text is the model's own */
const windowLength = 16;

interface State {
  leaves: Leaf[];
  sorted: Leaf[] | null;
  /** texts that models wrote into tool calls */
  written: string[];
  calls: Map<string, EventOf<"tool.call">>;
}

/** Takes in a log, event by event; then finds what a figure may rest on. */
export function createSources() {
  const state: State = { leaves: [], sorted: null, written: [], calls: new Map() };

  function give(text: string | undefined): void {
    if (text) add(text, [], null);
  }

  function add(text: string, path: readonly (string | number)[], from: Observed | null): void {
    for (const figure of figuresIn(text, { as: "source" })) state.leaves.push({ figure, text, path, from });
    state.sorted = null;
  }

  function walk(value: unknown, path: readonly (string | number)[], from: Observed): void {
    if (typeof value === "string") return add(value, path, from);
    if (typeof value === "number") return number(value, path, from);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      number(value.length, [...path, "length"], from);
      value.forEach((item, index) => walk(item, [...path, index], from));
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      if (/\d/.test(key)) add(key, [...path, key], from);
      walk(member, [...path, key], from);
    }
  }

  function number(value: number, path: readonly (string | number)[], from: Observed): void {
    const text = String(value);
    const isYear = /^[12]\d{3}$/.test(text);
    const size = Math.abs(value);
    const figure: Figure = {
      from: 0,
      to: text.length,
      text,
      kind: path.at(-1) === "length" ? "count" : isYear ? "year" : "number",
      size,
      sign: value < 0 ? "-" : "",
      step: 0,
    };
    state.leaves.push({ figure, text, path, from });
    state.sorted = null;
  }

  /** All that say the same as the figure, before a moment of the log. */
  function matching(figure: Figure, before: number): Leaf[] {
    state.sorted ??= [...state.leaves].sort((one, other) => one.figure.size - other.figure.size);
    const found: Leaf[] = [];
    for (const [low, high] of reaches(figure)) {
      for (let at = firstAtLeast(state.sorted, low); at < state.sorted.length; at++) {
        const leaf = state.sorted[at];
        if (!leaf || leaf.figure.size > high) break;
        if ((leaf.from?.seq ?? -1) < before && sameFigure(figure, leaf.figure) !== null) found.push(leaf);
      }
    }
    return found;
  }

  /** Whether a tool only hands back what the model wrote into a call. */
  function isEcho({ figure, text, from, path }: Leaf): boolean {
    if (!from || from.writtenBefore === 0) return false;
    if (path.at(-1) === "length") return false;
    const own = state.written.slice(0, from.writtenBefore);
    const whole = text.trim();
    if (path.length === 0 || typeof valueAt(from.output, path) === "string") {
      if (own.some((each) => each.trim() === whole)) return true;
      if (whole.length < 2 * windowLength) return false;
      const around = text.slice(Math.max(0, figure.from - windowLength), figure.to + windowLength).trim();
      return around.length >= windowLength && own.some((each) => each.includes(around));
    }
    return false;
  }

  /** The first figure of a calculation that stands nowhere; null: there is none. */
  function operandOf(from: Observed): string | null {
    if (from.expression === null) return null;
    if (from.operand !== undefined) return from.operand;
    // Until it is known a calculation is no ground of itself.
    from.operand = from.expression;
    const loose = figuresIn(from.expression, { as: "source" }).find(
      (figure) => !isFree(figure) && !matching(unsigned(figure), from.seq).some((leaf) => isSound(leaf)),
    );
    return (from.operand = loose?.text ?? null);
  }

  function isSound(leaf: Leaf): boolean {
    return leaf.from === null || (!isEcho(leaf) && operandOf(leaf.from) === null);
  }

  return {
    add(event: RunEvent): void {
      switch (event.type) {
        case "run.start":
          give(event.task);
          for (const agent of Object.values(event.agents ?? {})) give(agent.text);
          return;
        case "decision":
          if (event.by === "person") give(event.text);
          return;
        case "plan":
          if (event.by === "person") for (const { description } of event.items) give(description);
          return;
        case "tool.call":
          state.calls.set(event.span, event);
          for (const text of textsIn(event.arguments)) if (/\d/.test(text)) state.written.push(text);
          return;
        case "observation": {
          const call = state.calls.get(event.span);
          const output = event.output ?? event.shown ?? event.failure?.message;
          const tool = call?.tool ?? "";
          walk(output, [], {
            seq: event.seq,
            span: event.span,
            tool,
            output,
            expression: tool === calculator && !event.failure ? textsIn(call?.arguments).join(" ") : null,
            writtenBefore: state.written.length,
          });
        }
      }
    },

    /**
     * What a figure may rest on, the best first: exact before rounded, then what stands beside the words that come before it in the
     * answer, then what was observed first. `unsound`: a calculation that gave it from a figure that stands nowhere.
     */
    find(figure: Figure, wordsBefore = ""): { sound: Source[]; unsound: Source | null } {
      // In the order of the log, so that what a calculation rests on was looked at before it.
      const leaves = matching(figure, Infinity).sort((one, other) => seqOf(one) - seqOf(other));
      const sound = leaves.filter(isSound);
      const rank = (leaf: Leaf) =>
        (sameFigure(figure, leaf.figure) === "exact" ? 0 : 2) + (leaf.path.at(-1) === "length" ? 1 : 0);
      const loose = leaves.find(({ from }) => from !== null && typeof from.operand === "string");
      const seen = new Set<string>();
      const words = (wordsBefore.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(-4).reverse();
      const shared = ({ place }: Source) => words.findIndex((word) => place?.excerpt.includes(word));
      const sources = sound
        .map((leaf) => ({ rank: rank(leaf), source: sourceOf(leaf, figure) }))
        .map((ranked) => ({ ...ranked, far: ranked.source.place ? shared(ranked.source) : -1 }));
      const farthest = (far: number) => (far < 0 ? words.length : far);
      sources.sort((one, other) => one.rank - other.rank || farthest(one.far) - farthest(other.far));
      return {
        sound: sources
          .map(({ source }) => source)
          .filter(({ place }) => {
            const key = place ? `${place.span} ${place.path.join("/")}` : "";
            return !seen.has(key) && seen.add(key);
          }),
        unsound: loose ? sourceOf(loose, figure) : null,
      };
    },
  };
}

const seqOf = ({ from }: Leaf) => from?.seq ?? -1;

function sourceOf({ figure, text, path, from }: Leaf, wanted: Figure): Source {
  if (!from) return { place: null, isCalculated: false };
  return {
    isCalculated: from.expression !== null,
    ...(typeof from.operand === "string" && { operand: from.operand }),
    place: {
      span: from.span,
      tool: from.tool,
      path,
      excerpt: excerptOf(from.output, path, text, figure),
      exact: sameFigure(wanted, figure) === "exact",
    },
  };
}

/** Every text in the arguments of a call, and its numbers as text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function firstAtLeast(leaves: readonly Leaf[], size: number): number {
  let [low, high] = [0, leaves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leaves[middle]?.figure.size ?? 0) < size) low = middle + 1;
    else high = middle;
  }
  return low;
}

const unsigned = (figure: Figure): Figure => ({ ...figure, sign: "" });

/** Whole numbers that a calculation may bring with it: small ones, powers of ten, the calendar's. */
const isFree = ({ size }: Figure): boolean =>
  (Number.isInteger(size) && size <= 12) ||
  /^10*$/.test(String(size)) ||
  [24, 30, 52, 60, 360, 365, 366, 3600].includes(size);
