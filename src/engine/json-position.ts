// Where a text stops being JSON: JSON.parse only says that it does, and each browser says it in other words.

/** A place in a text; both count from 1, the column in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/**
 * The first offset at which `text` cannot be JSON; its length if it ends too early, -1 if it is JSON. Linear in the length of the
 * text, without recursion, so that a hostile file cannot exhaust the stack.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function jsonErrorOffset(text: string): number {
  const space = /[ \t\n\r]*/y;
  const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  const plainRun = /[^"\\\u0000-\u001f]*/y;
  const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
  const closers: string[] = [];
  let at = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeString = (): boolean => {
    if (text[at] !== '"') return false;
    at++;
    for (;;) {
      take(plainRun);
      if (text[at] === '"') return (at++, true);
      if (!take(escape)) return false;
    }
  };
  const takeKey = (): boolean => {
    take(space);
    if (!takeString()) return false;
    take(space);
    if (text[at] !== ":") return false;
    at++;
    return true;
  };

  for (;;) {
    take(space);
    const first = text[at];
    if (first === "{" || first === "[") {
      at++;
      take(space);
      const closer = first === "{" ? "}" : "]";
      if (text[at] !== closer) {
        closers.push(closer);
        if (closer === "}" && !takeKey()) return at;
        continue;
      }
      at++;
    } else if (!(first === '"' ? takeString() : take(word))) {
      return at;
    }
    for (;;) {
      take(space);
      const closer = closers.at(-1);
      if (closer === undefined) return at < text.length ? at : -1;
      if (text[at] === ",") {
        at++;
        if (closer === "}" && !takeKey()) return at;
        break;
      }
      if (text[at] !== closer) return at;
      at++;
      closers.pop();
    }
  }
}

export function positionOf(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1)) {
    line++;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
