// Finds an answer's figures in its formatted text and wraps them: Markdown has taken signs and list numbers out.
import type { GroundedFigure } from "../../engine/index.ts";

interface Piece {
  readonly node: Text;
  /** its place in the text as a whole */
  readonly from: number;
}

/** How many letters before a figure must agree for it to be sure that it is this one. */
const sure = 8;

/**
 * Wraps each figure in what `wrap` makes of it; null leaves it as it is. Figures come in the order of the text, so each is looked for
 * behind the one before; of several places the one counts whose words before it are the same. One that is not found stays unmarked.
 *
 * @param answer the text that the figures' places are in
 */
export function markFigures(
  root: ParentNode & Node,
  answer: string,
  figures: readonly GroundedFigure[],
  wrap: (figure: GroundedFigure) => HTMLElement | null,
): void {
  const pieces = piecesOf(root);
  const found = placesIn(pieces.map(({ node }) => node.data).join(""), answer, figures);
  // From the end, so that what is before stays where it is.
  for (const { at, figure } of found.reverse()) {
    const piece = pieces.findLast((one) => one.from <= at);
    const start = at - (piece?.from ?? 0);
    if (!piece || start + figure.text.length > piece.node.data.length) continue;
    if (piece.node.parentElement?.closest("a")) continue;
    const element = wrap(figure);
    if (!element) continue;
    const text = piece.node.splitText(start);
    text.splitText(figure.text.length);
    text.replaceWith(element);
    element.prepend(text);
  }
}

/** Where each figure of an answer stands in its text without Markdown; those that are not found are left out. */
export function placesIn<F extends Pick<GroundedFigure, "from" | "text">>(
  whole: string,
  answer: string,
  figures: readonly F[],
): { at: number; figure: F }[] {
  let from = 0;
  return figures.flatMap((figure) => {
    const at = placeOf(whole, from, figure.text, lettersBefore(answer, figure.from));
    if (at === null) return [];
    from = at + figure.text.length;
    return [{ at, figure }];
  });
}

function piecesOf(root: Node): Piece[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  let from = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    pieces.push({ node, from });
    from += node.data.length;
  }
  return pieces;
}

function placeOf(whole: string, from: number, text: string, before: string): number | null {
  let best: { at: number; alike: number } | null = null;
  for (let at = whole.indexOf(text, from); at >= 0; at = whole.indexOf(text, at + 1)) {
    // 12 is not the beginning of 128.82, nor the end of 3.12.
    if (/\d[.,]?$/.test(whole.slice(Math.max(0, at - 2), at))) continue;
    if (/^(?:\d|[.,]\d)/.test(whole.slice(at + text.length)) && /\d$/.test(text)) continue;
    const alike = commonEnd(lettersBefore(whole, at), before);
    if (alike >= Math.min(sure, before.length)) return at;
    if (!best || alike > best.alike) best = { at, alike };
  }
  return best?.at ?? null;
}

const lettersBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - 60), at)
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(-sure);

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}
