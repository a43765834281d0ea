// The three kinds of error and their fates: a failed call goes on, a stop ends the run, anything else is our bug.
import { z } from "./zod.ts";

/** Why one call failed. The model reads it as an observation and the run goes on. */
export const failureSchema = z.object({ code: z.string(), message: z.string() });
export type Failure = z.infer<typeof failureSchema>;

/** Codes of failed tool calls; a failed model call carries the code of its {@link ModelFailure}. */
export type FailureCode =
  "unknown-tool" | "bad-arguments" | "tool-failed" | "timeout" | "cut-off" | "bad-reply" | "aborted" | "limit";

/** Thrown by a tool, or by a move, where one call failed. Other errors thrown by a tool become `tool-failed`. */
export class FailureError extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = "FailureError";
    this.code = code;
  }
}

export const stopSchema = z.object({
  code: z.enum(["limit", "loop", "aborted", "model", "config"]),
  message: z.string(),
  /** the limit that tripped, for code `limit` */
  limit: z.optional(z.string()),
  /** the loop rule that fired, for code `loop` */
  rule: z.optional(z.string()),
  /** the rest, for example `output-truncated` or a model failure's code */
  reason: z.optional(z.string()),
});
/** Why a run ended before its pattern was done. */
export type Stop = z.infer<typeof stopSchema>;

/** Thrown where the run, or one agent or step of it, must stop. */
export class StopError extends Error {
  readonly stop: Stop;
  constructor(stop: Stop, options?: ErrorOptions) {
    super(stop.message, options);
    this.name = "StopError";
    this.stop = stop;
  }
}

/** The message of anything that was thrown, also of what is no Error. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name;
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) return String(thrown.message);
    return String(thrown);
  } catch {
    return "an error that cannot be shown";
  }
}
