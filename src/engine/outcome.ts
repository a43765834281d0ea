// What a run came to: its last event, and what the page and callers are told.
import { usage as usageFold, type UsageView } from "./derive/usage.ts";
import type { Stop } from "./errors.ts";
import type { Recorder } from "./recorder.ts";

export interface Outcome {
  status: "completed" | "stopped" | "failed";
  answer: string | null;
  stop?: Stop;
  usage: UsageView["tokens"];
  usd: number;
  warnings: string[];
  figures: UsageView["figures"];
}

/** Says the last event and reads the outcome out of the log. */
export function end(recorder: Recorder, status: Outcome["status"], answer: string | null, stop?: Stop): Outcome {
  recorder.say({ type: "run.end", status, answer, ...(stop && { stop }) });
  const { tokens, usd, figures, warnings } = usageFold.of(recorder.log);
  return { status, answer, ...(stop && { stop }), usage: tokens, usd, warnings, figures };
}
