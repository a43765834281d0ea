// Words in a row or two: where a text breaks and where it is cut, for pictures, which no browser breaks.

export interface TextLook {
  readonly size: number;
  readonly weight: number;
  readonly mono: boolean;
}

/** How wide words are, in px. */
export type Measure = (words: string, look: TextLook) => number;

/** The parts between which a line may end: words with their space, and each letter of a script that has none between words. */
function partsOf(text: string, language?: string): string[] {
  return Array.from(new Intl.Segmenter(language, { granularity: "word" }).segment(text), ({ segment }) => segment);
}

/** Letters as a person counts them: an emoji of several signs is one. */
const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text), ({ segment }) => segment);

/** As many whole words as have room, then an ellipsis; of a word that alone has none as many letters. */
export function cutAtWord(text: string, room: number, measure: (words: string) => number): string {
  const line = text.toWellFormed().replace(/\s+/gu, " ").trim();
  return measure(line) <= room ? line : ellipsed(line, room, measure);
}

function ellipsed(line: string, room: number, measure: (words: string) => number): string {
  const fit = (parts: readonly string[]): string => {
    let [low, high] = [0, parts.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (measure(`${parts.slice(0, middle).join("").trimEnd()}…`) <= room) low = middle;
      else high = middle - 1;
    }
    return parts.slice(0, low).join("").trimEnd();
  };
  const start = line.slice(0, 400);
  const words = fit(partsOf(start)) || fit(lettersOf(start));
  return words ? `${words}…` : "";
}

/** A text broken into at most so many lines; the last is cut. */
export function wrapped(text: string, room: number, most: number, measure: (words: string) => number): string[] {
  const lines: string[] = [];
  let rest = text.toWellFormed().replace(/\s+/gu, " ").trim();
  while (rest && lines.length < most) {
    if (lines.length === most - 1 || measure(rest) <= room) {
      lines.push(cutAtWord(rest, room, measure));
      break;
    }
    let line = "";
    for (const part of partsOf(rest.slice(0, 400))) {
      if (measure((line + part).trimEnd()) > room) break;
      line += part;
    }
    if (!line)
      for (const letter of lettersOf(rest.slice(0, 400))) {
        if (line && measure(line + letter) > room) break;
        line += letter;
      }
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Whether the first letter that has a direction runs from right to left. */
export const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);
