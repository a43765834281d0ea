// Reads JSON as models write it: string-aware, in linear time, mending only where no value has to be invented.

import { BareWord, setOwn, type JsonRead, type JsonReadOptions } from "./json-values.ts";

/** Deepest nesting that is read. */
export const depthLimit = 200;

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "”": "”",
  "„": "“”",
  "‘": "’",
  "’": "’",
  "＂": "＂",
};
const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const words: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
  ["undefined", null],
]);
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const valueBegins = /^(?:[{｛[［"'`“”„‘’＂]|-?\d|(?:true|false|null|True|False|None|undefined)(?![\p{L}\p{N}_]))/u;
const keyText = /[\p{L}\p{N}_$-]+/uy;
const endOfWord = /[,，{}｛｝[\]［］:："'`“”\n]/g;
const blank = /[\s\u200b\ufeff]/;
/** `#fff` is a colour that lacks its quotes, not a comment. */
const hashComment = /^#(?:\s|$)/;

class Fault extends Error {
  readonly read: JsonRead;
  constructor(read: JsonRead) {
    super(read.status);
    this.read = read;
  }
}

const truncated = (at: number): Fault => new Fault({ status: "truncated", at });
const bad = (at: number, problem: string): Fault => new Fault({ status: "bad", at, problem });

/**
 * Reads the JSON value that begins at `start` (blanks and comments may stand before it) and finds its end. What follows is
 * not looked at. Mended: comments, leading and trailing commas, other quotes and full-width punctuation, unquoted keys,
 * Python's words, raw line breaks in strings, unknown escapes, closers missing at the very end. Never mended: an open string,
 * a value that is not there, quotes inside a string. A `__proto__` key becomes an own property, as with JSON.parse.
 *
 * @throws never
 */
export function readJson(text: string, start = 0, options: JsonReadOptions = {}): JsonRead {
  try {
    return read(text, start, options.bareWords ?? false);
  } catch (fault) {
    if (fault instanceof Fault) return fault.read;
    throw fault;
  }
}

function read(text: string, start: number, allowBareWords: boolean): JsonRead {
  let at = start;
  let repaired = false;
  let missingClosers = 0;
  let endsInNumber = false;
  let bareWords = false;
  const written = new Map<object, Map<string, string>>();

  function skipBlanks(): void {
    for (;;) {
      const char = text.charCodeAt(at);
      if (char === 32 || char === 10 || char === 13 || char === 9) at++;
      else if (char === 47 || char === 35) {
        if (!skipComment()) return; // "/" or "#"
      } else if (char > 127 && blank.test(text.charAt(at))) {
        repaired = true;
        at++;
      } else return;
    }
  }

  function skipComment(): boolean {
    const isBlock = text.startsWith("/*", at);
    if (!isBlock && !text.startsWith("//", at) && !hashComment.test(text.slice(at, at + 2))) return false;
    const end = isBlock ? text.indexOf("*/", at + 2) : text.indexOf("\n", at);
    if (end < 0 && isBlock) throw truncated(at);
    at = end < 0 ? text.length : isBlock ? end + 2 : end;
    repaired = true;
    return true;
  }

  function value(depth: number, holder: object, key: string): unknown {
    if (depth > depthLimit) throw bad(at, `nested more than ${depthLimit} deep`);
    const char = text.charAt(at);
    if (char === "{" || char === "｛") return object(depth);
    if (char === "[" || char === "［") return array(depth);
    if (Object.hasOwn(closingQuotes, char)) return string();
    return word(holder, key);
  }

  function object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    members("}", "｝", () => {
      const key = memberKey();
      skipBlanks();
      if (at >= text.length) throw truncated(at);
      if (text[at] === "：") repaired = true;
      else if (text[at] !== ":") throw bad(at, `":" expected after the key "${key}"`);
      at++;
      skipBlanks();
      if (at >= text.length) throw truncated(at);
      setOwn(result, key, value(depth + 1, result, key));
    });
    return result;
  }

  function array(depth: number): unknown[] {
    const result: unknown[] = [];
    members("]", "］", () => {
      result.push(value(depth + 1, result, String(result.length)));
    });
    return result;
  }

  /** What stands between two brackets: members, one comma between each two, perhaps one before and one after them. */
  function members(closer: string, wideCloser: string, member: () => void): void {
    if (text.charCodeAt(at) > 127) repaired = true;
    at++;
    let afterMember = false;
    let commas = 0;
    for (;;) {
      skipBlanks();
      const char = text.charAt(at);
      if (char === "") {
        // A comma promises more, and an empty opening shows no complete value: only a closer may be missing.
        if (!afterMember || commas > 0) throw truncated(at);
        missingClosers++;
        repaired = true;
        return;
      }
      if (char === closer || char === wideCloser) {
        if (commas > 0 || char === wideCloser) repaired = true;
        at++;
        return;
      }
      if (char === "," || char === "，") {
        if (++commas > 1) throw bad(at, "a value is missing between two commas");
        if (!afterMember || char === "，") repaired = true;
        at++;
        continue;
      }
      if (afterMember && commas === 0) throw bad(at, `"," or "${closer}" expected, not ${quote(char)}`);
      member();
      afterMember = true;
      commas = 0;
    }
  }

  function memberKey(): string {
    if (Object.hasOwn(closingQuotes, text.charAt(at))) return string();
    keyText.lastIndex = at;
    const key = keyText.exec(text)?.[0];
    if (key === undefined) throw bad(at, `a key expected, not ${quote(text.charAt(at))}`);
    repaired = true;
    at += key.length;
    return key;
  }

  function string(): string {
    const opener = text.charAt(at);
    const closers = closingQuotes[opener] ?? opener;
    const closer = closers.charCodeAt(0);
    const otherCloser = closers.charCodeAt(closers.length - 1);
    // A second opener before the closer: where the string ends would be a guess.
    const forbidden = closers.includes(opener) ? -1 : opener.charCodeAt(0);
    if (opener !== '"') repaired = true;
    let result = "";
    let from = ++at;
    for (; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (char === closer || char === otherCloser) {
        result += text.slice(from, at++);
        return result;
      }
      if (char === 92) {
        result += text.slice(from, at) + escape();
        from = at + 1;
      } else if (char < 32) repaired = true;
      else if (char === forbidden) throw bad(at, `the quotes around ${quote(text.slice(from, at))} do not pair`);
    }
    throw truncated(at);
  }

  /** The character that an escape stands for. Leaves `at` on the last character of the escape. */
  function escape(): string {
    const char = text.charAt(++at);
    if (char === "") throw truncated(at);
    if (char === "u") {
      const digits = text.slice(at + 1, at + 5);
      if (/^[\da-f]{4}$/i.test(digits)) {
        at += 4;
        return String.fromCharCode(parseInt(digits, 16));
      }
      if (at + 5 > text.length) throw truncated(text.length);
    }
    const known = escapes[char];
    if (known === undefined && char !== '"' && char !== "\\" && char !== "/") repaired = true;
    return known ?? char;
  }

  function word(holder: object, key: string): unknown {
    endOfWord.lastIndex = at;
    const stop = endOfWord.exec(text)?.index ?? text.length;
    const raw = text.slice(at, stop);
    const comment = raw.search(/\/[/*]|#/);
    const whole = raw.trim();
    const token = comment < 0 ? whole : raw.slice(0, comment).trim();
    if (whole === "") throw bad(at, `a value expected, not ${quote(text.charAt(at))}`);
    const end = at + token.length;
    if (numberText.test(token)) {
      at = end;
      endsInNumber = end >= text.length;
      const number = Number(token);
      if (String(number) !== token) keepWritten(holder, key, token);
      return number;
    }
    const known = words.get(token);
    if (known !== undefined) {
      if (token !== String(known)) repaired = true;
      at = end;
      return known;
    }
    // `tr`, `12e`, `-`: at the end of the text any word may be the beginning of another.
    if (stop >= text.length) throw truncated(stop);
    const isTold = token === whole && /[,，}｝\]］\n]/.test(text.charAt(stop));
    if (!allowBareWords || !isTold) throw bad(at, `${quote(whole)} is not in double quotes`);
    at = end;
    repaired = true;
    bareWords = true;
    return new BareWord(token);
  }

  function keepWritten(holder: object, key: string, token: string): void {
    const keys = written.get(holder);
    if (keys) keys.set(key, token);
    else written.set(holder, new Map([[key, token]]));
  }

  skipBlanks();
  if (!valueBegins.test(text.slice(at, at + 10))) return { status: "none" };
  const result = value(0, written, "");
  return { status: "ok", value: result, end: at, repaired, missingClosers, endsInNumber, bareWords, written };
}

function quote(found: string): string {
  return found === "" ? "the end" : JSON.stringify(found.length > 40 ? `${found.slice(0, 40)}…` : found);
}
