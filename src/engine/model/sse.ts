// Server-sent events: from bytes, cut anywhere, to the data of each event.

/** Takes bytes as they come and hands on each event that has data. */
export interface EventReader {
  push(bytes: Uint8Array): void;
  /** The bytes are over: hands on what a last event without its blank line holds. */
  end(): void;
  /** whether any line so far was one of an event stream: a field or a comment */
  readonly sawField: boolean;
  /** the beginning of the lines that were none */
  readonly stray: string;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const strayLength = 400;
// Only whole lines are decoded, and a line end is never inside a character: no state is kept between calls.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads an event stream. Costs linear time however the bytes are cut.
 *
 * @param onEvent the data (never blank; lines joined by a line feed) and the event's name ("" if it has none)
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function eventReader(onEvent: (data: string, name: string) => void): EventReader {
  let unended: Uint8Array[] = [];
  let atStart = true;
  let skipLineFeed = false;
  let name = "";
  let data: string | null = null;
  let sawField = false;
  let stray = "";

  function read(block: Uint8Array): void {
    let text = decoder.decode(block);
    if (atStart && text.startsWith("\ufeff")) text = text.slice(1);
    atStart = false;
    // The two halves of a CRLF may come apart; the second is no line of its own.
    if (skipLineFeed && text.startsWith("\n")) text = text.slice(1);
    skipLineFeed = text.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      if (end === from) dispatch();
      else line(text, from, end);
      from = end + 1;
    }
  }

  function line(text: string, from: number, end: number): void {
    if (text.startsWith("data:", from)) {
      const value = text.slice(from + (text.charCodeAt(from + 5) === 0x20 ? 6 : 5), end);
      data = data === null ? value : `${data}\n${value}`;
    } else if (text.startsWith("event:", from)) {
      name = text.slice(from + 6, end).trim();
    } else if (!/^(?::|(?:id|retry|data|event)(?::|$))/.test(text.slice(from, Math.min(end, from + 8)))) {
      if (stray.length < strayLength) stray += text.slice(from, Math.min(end, from + strayLength)) + "\n";
      return;
    }
    sawField = true;
  }

  function dispatch(): void {
    if (data !== null && /\S/.test(data)) onEvent(data, name);
    data = null;
    name = "";
  }

  return {
    push(bytes) {
      const end = 1 + Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));
      if (end === 0) {
        unended.push(bytes);
        return;
      }
      const lines = end === bytes.length ? bytes : bytes.subarray(0, end);
      const block = unended.length === 0 ? lines : joinBytes([...unended, lines]);
      unended = end === bytes.length ? [] : [bytes.subarray(end)];
      read(block);
    },
    end() {
      read(joinBytes([...unended, Uint8Array.of(lineFeed, lineFeed)]));
      unended = [];
    },
    get sawField() {
      return sawField;
    },
    get stray() {
      return stray;
    },
  };
}

/** The pieces, one after the other. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
