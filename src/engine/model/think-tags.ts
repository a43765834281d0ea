// Reasoning that a model writes into its text, between `<think>` and `</think>`, told apart while it streams.

const tag = /<(\/?)think(?:ing)?>/gi;
const fence = /^\s*(?:`{3,}|~{3,})/;

/** Where a piece of text belongs. */
export interface ThinkTags {
  add(piece: string): void;
  /** Gives out what was held back because it could have become a tag. */
  flush(): void;
  /**
   * What is known only at the end, of the whole of both texts: what stands behind the last closing tag of reasoning whose
   * opening tags were not all closed is answer, and what stands before a closing tag that was never opened is reasoning.
   */
  settle(text: string, reasoning: string): { text: string; reasoning: string };
}

/**
 * Splits a text. A tag opens reasoning only where a line begins, outside fenced code: elsewhere it is talked about. Reasoning
 * ends with as many closing tags as were opened; without them it goes on to the end.
 */
export function thinkTags(onText: (piece: string) => void, onReasoning: (piece: string) => void): ThinkTags {
  let depth = 0;
  let held = "";
  let line = "";
  let isInFence = false;
  let isAnswerBegun = false;
  let hasOpened = false;
  let reasoned = 0;
  let lastClose: number | null = null;

  const follow = (piece: string) => {
    const lines = piece.split("\n");
    for (const [index, part] of lines.entries()) {
      line += part;
      if (index === lines.length - 1) break;
      if (depth === 0 && fence.test(line)) isInFence = !isInFence;
      line = "";
    }
  };
  const give = (piece: string) => {
    if (piece === "") return;
    follow(piece);
    if (depth > 0) {
      reasoned += piece.length;
      onReasoning(piece);
      return;
    }
    // Between the reasoning and the answer stands white space that belongs to neither.
    const rest = hasOpened && !isAnswerBegun ? piece.trimStart() : piece;
    if (rest.trim() !== "") isAnswerBegun = true;
    if (rest !== "") onText(rest);
  };
  const isAtLineStart = () => line.trim() === "" && !isInFence;

  return {
    add(piece) {
      const text = held + piece;
      held = "";
      let from = 0;
      for (const found of text.matchAll(tag)) {
        const closes = found[1] === "/";
        give(text.slice(from, found.index));
        from = found.index;
        if (closes ? depth === 0 : !isAtLineStart()) continue;
        from += found[0].length;
        if (closes) {
          depth -= 1;
          lastClose = reasoned;
        } else {
          if (depth === 0) lastClose = null;
          depth += 1;
          hasOpened = true;
        }
        line = "";
      }
      const rest = text.slice(from);
      const open = rest.lastIndexOf("<");
      const mayBecomeTag =
        open >= 0 && /^<\/?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?$/i.test(rest.slice(open));
      if (mayBecomeTag) held = rest.slice(open);
      give(mayBecomeTag ? rest.slice(0, open) : rest);
    },
    flush() {
      const rest = held;
      held = "";
      give(rest);
    },
    settle(text, reasoning) {
      if (depth > 0 && lastClose !== null) {
        return { text: text + reasoning.slice(lastClose).trimStart(), reasoning: reasoning.slice(0, lastClose) };
      }
      const orphan = hasOpened ? null : /<\/think(?:ing)?>[ \t]*(?:\n|$)/i.exec(text);
      if (!orphan) return { text, reasoning };
      const before = text.slice(0, orphan.index);
      const isInCode = before.split("\n").filter((one) => fence.test(one)).length % 2 === 1;
      const isQuoted = /`[^`\n]*$/.test(before);
      if (isInCode || isQuoted) return { text, reasoning };
      return { text: text.slice(orphan.index + orphan[0].length).trimStart(), reasoning: reasoning + before.trim() };
    },
  };
}
