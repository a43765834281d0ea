// A task's text, cut into clauses: one thing asked for in each, with quoted text and file names set apart.

export interface Clause {
  /** as the person wrote it */
  text: string;
  /** The same, with quoted text, file names and addresses blanked out by the marks below, so that nothing is read into them. */
  bare: string;
  quotes: string[];
  files: string[];
}

// Private-use characters: they stand in no text that a person types.
export const quoteMark = "\uE000";
export const fileMark = "\uE001";
const addressMark = "\uE002";

interface Span {
  start: number;
  end: number;
  mark: string;
  value: string;
}

/** The task's own words: without names of files, quoted text and addresses, which may be of any language. */
export function ownWords(task: string): string {
  return setApart(task).bare.replace(/[\uE000-\uE002]+/g, " ");
}

/** Cuts a task into its clauses, in order. */
export function clausesOf(task: string): Clause[] {
  const { bare, spans } = setApart(task);
  const clauses: Clause[] = [];
  let from = 0;
  const cut = (to: number, next: number) => {
    const [start, end] = trimmed(bare, from, to);
    from = next;
    if (start >= end) return;
    const inside = spans.filter((span) => span.start >= start && span.end <= end);
    const values = (mark: string) => inside.filter((span) => span.mark === mark).map((span) => span.value);
    clauses.push({
      text: task.slice(start, end),
      bare: bare.slice(start, end),
      quotes: values(quoteMark),
      files: values(fileMark),
    });
  };
  for (const separator of bare.matchAll(separators)) {
    if (insideBrackets(bare, separator.index)) continue;
    cut(separator.index, separator.index + separator[0].length);
  }
  cut(bare.length, bare.length);
  return clauses;
}

const englishVerbs =
  "(?:please\\s+|also\\s+|then\\s+)*(?:save|write|store|put|record|append|read|open|show|print|verify|check|confirm|compare|double-check|" +
  "delete|remove|erase|list|copy|create|calculate|compute|work\\s+out|evaluate|tell|multiply|divide|subtract|add|double|" +
  "square|halve|report|convert|what|which|how|give|summari[sz]e|explain|send|email|mail|post|upload|publish|draw|plot|draft|translate|find|search|look|" +
  "describe|analy[sz]e|discuss|research|predict|estimate|generate|build)\\b";
const chineseVerbs =
  "(?:把|将|存|保存|写|读|打开|列出|删|复制|追加|核对|核实|检查|验证|确认|校验|比对|计算|算|求|乘|除|加|减|平方|告诉|显示|查看|看|报告|换算|转换|用|给|发|翻译|总结)";

const separators = new RegExp(
  [
    // the marks of a list
    "(?:^|\\n)[ \\t]*(?:(?:step\\s*)?\\d{1,2}\\s*[.):、](?!\\d)|[-*•])[ \\t]+",
    "(?:^|\\n)[ \\t]*(?:第[一二三四五六七八九十\\d]+步|步骤\\s*[一二三四五六七八九十\\d]+|\\d{1,2}、(?!\\s*\\d))[:：,，、]?",
    "\\bstep\\s*\\d{1,2}\\s*[:：.)]|第[一二三四五六七八九十\\d]+步[:：,，]|[①-⑳]",
    "\\n+",
    // After a number "!" is a factorial.
    "(?:[.?]|(?<!\\d)!)(?=\\s|$)",
    "[。！？；;]",
    // Not between digits: 1,000 and lists of numbers and "Feb 28, 2024".
    "(?<!\\d)[,，]",
    "[,，](?!\\s*\\d)",
    `\\b(?:and\\s+then|then|after\\s+that|afterwards|finally)\\b,?`,
    `\\band\\s+(?=${englishVerbs})`,
    `(?:然后|接着|随后|之后再|最后)(?=再?\\s*${chineseVerbs})再?`,
    `(?:并且|并|再)(?=\\s*${chineseVerbs})`,
  ].join("|"),
  "giu",
);

function insideBrackets(text: string, index: number): boolean {
  let depth = 0;
  for (const character of text.slice(0, index)) {
    if (character === "(" || character === "（") depth += 1;
    if (character === ")" || character === "）") depth = Math.max(0, depth - 1);
    if (character === "\n") depth = 0;
  }
  return depth > 0 && /[)）]/.test(text.slice(index));
}

function trimmed(text: string, from: number, to: number): [number, number] {
  while (from < to && /[\s,，:：]/.test(text.charAt(from))) from += 1;
  while (to > from && /[\s,，]/.test(text.charAt(to - 1))) to -= 1;
  return [from, to];
}

const address = /\bhttps?:\/\/[^\s，。；]+/giu;
const quotes =
  /"([^"\n]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』|《([^》]*)》|‘([^’]*)’|`([^`\n]*)`|(?<![A-Za-z0-9])'([^'\n]+)'(?![A-Za-z0-9])/gu;
const fileName =
  /[\p{L}\p{N}_][\p{L}\p{N}_./-]{0,80}\.(?!(?:com|org|net|cn|io)\b)(?:[a-z][a-z0-9]{0,5}|[A-Z][A-Z0-9]{0,5})(?![A-Za-z0-9])/gu;
/** A name alone, as it may stand in quotes. */
const wholeFileName = /^[^\s"'*?<>|]+\.[A-Za-z][A-Za-z0-9]{0,5}$/u;

/** Finds quoted text, file names and addresses, and blanks them out. */
function setApart(text: string): { bare: string; spans: Span[] } {
  const spans: Span[] = [];
  let bare = text;
  const blank = (start: number, value: string, mark: string, length: number) => {
    spans.push({ start, end: start + length, mark, value });
    bare = bare.slice(0, start) + mark.repeat(length) + bare.slice(start + length);
  };
  for (const match of bare.matchAll(address)) blank(match.index, match[0], addressMark, match[0].length);
  for (const match of bare.matchAll(quotes)) {
    const value = match.slice(1).find((group) => group !== undefined) ?? "";
    blank(match.index, value, wholeFileName.test(value) ? fileMark : quoteMark, match[0].length);
  }
  for (const match of bare.matchAll(fileName)) {
    const name = withoutChineseVerb(match[0]);
    if (/^(?:e\.g|i\.e|a\.m|p\.m|u\.s)$/i.test(name)) continue;
    blank(match.index + match[0].length - name.length, name, fileMark, name.length);
  }
  return { bare, spans: spans.sort((a, b) => a.start - b.start) };
}

/** Chinese writes no blank before a name: "保存到result.txt" names result.txt, "保存到结果.txt" names 结果.txt. */
function withoutChineseVerb(match: string): string {
  const slash = match.indexOf("/");
  const [head, tail] = slash < 0 ? [match, ""] : [match.slice(0, slash), match.slice(slash)];
  const afterHan = /^.*\p{Script=Han}([^\p{Script=Han}]+)$/u.exec(head)?.[1];
  if (afterHan !== undefined && !afterHan.startsWith(".")) return afterHan + tail;
  return head.replace(/^.*(?:[到入为成进取开除看把将从给]|文件|叫)(?=\p{Script=Han})/u, "") + tail;
}
