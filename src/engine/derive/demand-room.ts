// What a limit of dollars must hold besides: the room for a closing call, which a tighter limit keeps smaller.

/** What is kept for a closing call after the newest request; `grows`: a tighter limit had kept less, for a shorter reply. */
export interface KeptPico {
  readonly pico: number;
  /** `without`: the limit at which that request was admitted with no output; rates a token; the most that it may write */
  readonly grows: { without: number; inputPico: number; outputPico: number; written: number } | null;
}

/** The least limit under which so much may be spent beside the room that is then kept. */
export function withRoom(spentPico: number, { pico, grows }: KeptPico): number {
  const whole = spentPico + pico;
  if (!grows || grows.outputPico === 0) return whole;
  const { without, inputPico, outputPico, written } = grows;
  const step = inputPico + outputPico;
  const closing = pico - written * inputPico;
  // Where the room for a reply of so many tokens meets what is to be spent: a limit in the same step, or the next.
  const meets = Math.floor((spentPico + closing - without) / outputPico);
  for (let output = Math.max(0, meets - 1); output <= Math.min(written - 1, Math.max(0, meets + 2)); output++) {
    const limit = Math.max(without + output * step, spentPico + closing + output * inputPico);
    if (limit < without + (output + 1) * step) return Math.min(whole, limit);
  }
  return whole;
}
