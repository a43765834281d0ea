// How a run stands, in one word.
import type { SpansView } from "../engine/index.ts";

export type RunState = "running" | "stopping" | "paused" | "held" | "completed" | "stopped" | "failed" | "interrupted";

/** How a run that has not ended stands, by the holds that nobody has decided. */
export function stateOf(open: SpansView["open"]): RunState {
  if (open.some((hold) => hold.kind === "pause")) return "paused";
  return open.length > 0 ? "held" : "running";
}

/** Whether it goes on: it can be paused and stopped. */
export const isActive = (state: RunState): boolean =>
  state === "running" || state === "stopping" || state === "paused" || state === "held";
