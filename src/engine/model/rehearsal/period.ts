// Years that a question is about: "between 2005 and 2009", "since 2005", "2005年到2009年".

/** Years as they are written, four digits. null: open on that side. */
export interface Period {
  from: string | null;
  to: string | null;
}

const year = /(?<![\d.,*+/^-])(?:19|20)\d\d(?![\d%*+/^]|[.,]\d)/g;

/** The years that a text names; null: none. */
export function periodIn(text: string): Period | null {
  const years = Array.from(text.replace(/(\d{4})\s*[-–—~～]\s*(?=\d{4})/g, "$1 to "), String)
    .join("")
    .match(year);
  if (!years) return null;
  const [first = "", last = first] = [...new Set(years)].sort();
  if (first !== last) return { from: first, to: [...years].sort().at(-1) ?? last };
  if (/\b(?:since|after|from)\s+\d{4}\b(?!\s*(?:to|until|-))|以来|(?:自|从)\s*\d{4}/iu.test(text))
    return { from: first, to: null };
  if (/\b(?:until|before|up\s+to|till)\s+\d{4}\b|\d{4}\s*年?\s*(?:以前|之前)/iu.test(text))
    return { from: null, to: first };
  return { from: first, to: first };
}

/** A text without the years that {@link periodIn} reads from it, and the words around them. */
export function withoutPeriod(text: string): string {
  const words = /\b(?:between|from|in|since|after|until|before|during|for|of|the\s+years?|and|to)\b/.source;
  const pattern = new RegExp(
    `(?:${words}\\s+)*(?:19|20)\\d\\d(?:\\s*年)?(?:\\s*(?:and|to|until|[-–—~～]|到|至|和|与)\\s*(?:19|20)\\d\\d(?:\\s*年)?)?(?:间|之间|期间|以来)?`,
    "giu",
  );
  return text.replace(pattern, " ");
}
