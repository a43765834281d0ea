// A long text in pages for reading and in passages for searching.

/** A page fits into what a model is shown of one result, also where many characters need escaping in JSON. */
const pageCharacters = 5_500;
const passageCharacters = 700;

export interface Passage {
  /** from 1 */
  readonly page: number;
  readonly text: string;
}

/** The text in pages. None is empty, and joined they are the text again. A text without any character has one empty page. */
export function pagesOf(text: string): string[] {
  return pieces(text, pageCharacters);
}

/** The pages in passages, each within its page. */
export function passagesOf(pages: readonly string[]): Passage[] {
  return pages.flatMap((page, index) => pieces(page, passageCharacters).map((text) => ({ page: index + 1, text })));
}

/** Where a piece may end, the best first: after a paragraph, a line, a sentence, a word. */
const ends = [/\n\s*\n/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]["”’」』）]*/g, /\s/g];

function pieces(text: string, most: number): string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const to = from + cut(text.slice(from, from + most));
    found.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length || found.length === 0) found.push(text.slice(from));
  return found;
}

/** How much of a piece to take: up to the last good end in its second half. */
function cut(piece: string): number {
  for (const end of ends) {
    const places = [...piece.matchAll(end)].map((match) => match.index + match[0].length);
    const last = places.at(-1);
    if (last !== undefined && last >= piece.length / 2) return last;
  }
  const isPair = /[\ud800-\udbff]$/.test(piece);
  return isPair ? piece.length - 1 : piece.length;
}
