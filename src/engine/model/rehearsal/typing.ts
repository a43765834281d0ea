// Writing a text word by word, at a speed that a person can follow.
import type { Clock } from "../../clock.ts";

export interface TypingOptions {
  charactersPerSecond: number;
  clock: Clock;
  signal: AbortSignal;
  onText: (text: string) => void;
}

/** A word with the blanks after it, or two characters of a script that parts no words. */
const pieces = /\p{Script=Han}{1,2}[，。！？、；：]*|[^\s\p{Script=Han}]+\s*|\s+/gu;

/**
 * Writes a text piece by piece, then waits for `silentCharacters` more (what is written but not shown: a call's arguments).
 * A timer that comes late, as in a tab in the background, makes up for it.
 *
 * @returns what was written: all of it, or less if the signal was aborted meanwhile
 */
export function typeOut(
  text: string,
  silentCharacters: number,
  options: TypingOptions,
): Promise<{ written: string; aborted: boolean }> {
  const { charactersPerSecond, clock, signal, onText } = options;
  const due = Array.from(text.matchAll(pieces), (match) => match.index + match[0].length);
  const startedAt = clock.now();
  const msAt = (characters: number) => (characters / charactersPerSecond) * 1_000;
  return new Promise((resolve) => {
    let written = 0;
    let next = 0;
    let cancel = () => {};
    const end = (aborted: boolean) => {
      cancel();
      signal.removeEventListener("abort", onAbort);
      resolve({ written: text.slice(0, written), aborted });
    };
    const onAbort = () => end(true);
    const tick = () => {
      const characters = ((clock.now() - startedAt) / 1_000) * charactersPerSecond;
      let to = written;
      // A clock may be a hair early: half a character is near enough.
      for (; next < due.length && (due[next] ?? 0) <= characters + 0.5; next++) to = due[next] ?? to;
      const piece = text.slice(written, to);
      written = to;
      // What is told of a piece may be the reason to abort: nothing is written after that.
      if (piece !== "") onText(piece);
      if (signal.aborted) return;
      const goal = next < due.length ? (due[next] ?? 0) : text.length + silentCharacters;
      if (next >= due.length && goal <= characters + 0.5) return end(false);
      cancel = clock.after(Math.max(1, msAt(goal - characters)), tick);
    };
    if (signal.aborted) return end(true);
    signal.addEventListener("abort", onAbort, { once: true });
    tick();
  });
}
