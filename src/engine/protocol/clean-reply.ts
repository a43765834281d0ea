// Frees a reply from what is not meant for the reader: drafts, tokens of a chat template, a fence around everything.

export const thinkOpen = /[ \t]*<think(?:ing)?>/iy;
export const thinkClose = /<\/think(?:ing)?>/gi;

/** Cleans a reply: line ends, marks at the start, drafts before the first word, one fence around everything. */
export function cleanReply(reply: string): string {
  let text = reply.includes("\r") ? reply.replace(/\r\n?/g, "\n") : reply;
  text = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+/, "");
  return unwrapFence(withoutDraft(text));
}

/** A reply without the closed drafts that it begins with. */
export function withoutDraft(text: string): string {
  if (!/<\/think/i.test(text)) return text;
  let rest = text;
  for (;;) {
    thinkOpen.lastIndex = 0;
    const isOpen = thinkOpen.test(rest);
    thinkClose.lastIndex = 0;
    const close = thinkClose.exec(rest);
    if (!close) return rest;
    const end = close.index + close[0].length;
    // Templates that open the draft themselves leave only its closing tag, alone at the end of a line, in the reply.
    const isOrphan = !/<think/i.test(rest.slice(0, close.index)) && /^[ \t]*(?:\n|$)/.test(rest.slice(end, end + 80));
    if (!isOpen && !isOrphan) return rest;
    rest = rest.slice(end).trimStart();
  }
}

function unwrapFence(text: string): string {
  const open = /^(`{3,}|~{3,})([^\n`]*)\n/.exec(text);
  const marker = open?.[1];
  if (!open || marker === undefined) return text;
  const lines = text.trimEnd().split("\n");
  let depth = 1;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]?.trim() ?? "";
    if (!line.startsWith(marker)) continue;
    depth += line === marker ? -1 : 1;
    if (depth === 0) return index === lines.length - 1 ? lines.slice(1, -1).join("\n") : text;
  }
  return text;
}

/** A text without the tokens of a chat template; one in back-ticks is talked about, and stays. */
export function withoutTokens(text: string): string {
  return text.includes("<|") ? text.replace(/(?<!`)<\|[^|<>\n]{1,64}\|>/g, "") : text;
}
