// The labels of the ReAct text protocol, English and Chinese, and where in a text they stand.

export type Label = "thought" | "action" | "input" | "observation" | "final" | "question";

export interface LabelAt {
  label: Label;
  /** index of the line's first character */
  start: number;
  /** index after the label, its colon and the emphasis around it */
  end: number;
  /** emphasis that was opened before the label and not closed with it, for example `**` */
  openEmphasis: string;
}

// The longer word stands before the shorter one that it begins with.
const labelWord =
  /(?:(action[ \t_-]?(?:\d{1,4}[ \t]?)?input|行动输入)|(action|行动)|(thought|思考)|(observation|观察)|(final[ \t_-]?answer|最终答案)|(question))/iuy;
const labelOrder: readonly Label[] = ["input", "action", "thought", "observation", "final", "question"];

/**
 * The label at the start of the line that begins at `start`, if there is one: after blanks, `>`, `#`, `-`, `*` and emphasis,
 * in any letter case, perhaps numbered, with `:` or `：`.
 */
export function labelAtLine(text: string, start: number): LabelAt | undefined {
  let at = start;
  while (isMark(text.charCodeAt(at)) || isWideBlank(text.charCodeAt(at))) at++;
  labelWord.lastIndex = at;
  const match = labelWord.exec(text);
  if (!match) return undefined;
  const group = match.slice(1).findIndex((word) => word !== undefined);
  const label = labelOrder[group];
  if (label === undefined) return undefined;

  let wordStart = at;
  while (wordStart > start && isEmphasis(text.charCodeAt(wordStart - 1))) wordStart--;
  const opened = text.slice(wordStart, at);
  at += match[0].length;
  at = skipBlanks(text, at);
  while (isDigit(text.charCodeAt(at))) at++;
  at = skipBlanks(text, at);
  const closeStart = at;
  while (isEmphasis(text.charCodeAt(at))) at++;
  let isOpen = opened !== "" && at === closeStart;
  at = skipBlanks(text, at);
  const colon = text.charAt(at);
  if (colon !== ":" && colon !== "：") return undefined;
  at++;
  if (isOpen && text.startsWith(opened, at)) {
    at += opened.length;
    isOpen = false;
  }
  return { label, start, end: at, openEmphasis: isOpen ? opened : "" };
}

/** The last "Final Answer:" or 最终答案： anywhere in a text, also in the middle of a line. */
export function lastFinalAnswer(text: string): { start: number; end: number } | undefined {
  let last: { start: number; end: number } | undefined;
  for (const match of text.matchAll(/(?:[*_]{1,3})?(?:\bfinal[ \t]answer|最终答案)(?:[*_]{1,3})?[ \t]?[:：]/giu)) {
    const opened = /^[*_]+/.exec(match[0])?.[0] ?? "";
    let end = match.index + match[0].length;
    if (opened !== "" && text.startsWith(opened, end)) end += opened.length;
    last = { start: match.index, end };
  }
  return last;
}

/** Where the line begins that holds `at`. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function isMark(char: number): boolean {
  // blank, tab, #, *, -, >, _
  return char === 32 || char === 9 || char === 35 || char === 42 || char === 45 || char === 62 || char === 95;
}

function isWideBlank(char: number): boolean {
  return char === 0xa0 || char === 0x3000 || char === 0x200b || char === 0xfeff;
}

function isEmphasis(char: number): boolean {
  return char === 42 || char === 95;
}

function isDigit(char: number): boolean {
  return char >= 48 && char <= 57;
}

function skipBlanks(text: string, at: number): number {
  let after = at;
  while (text.charCodeAt(after) === 32 || text.charCodeAt(after) === 9 || isWideBlank(text.charCodeAt(after))) after++;
  return after;
}
