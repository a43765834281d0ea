// What a person can do where a model call failed: one line and its buttons for each code.
import type { ModelFailureCode } from "../../engine/index.ts";

export type HelpAction = "enter-code" | "choose-model" | "retry" | "edit-task" | "ask-again" | "reload";

const tryAgain: readonly HelpAction[] = ["retry", "choose-model"];

const actions: Readonly<Record<ModelFailureCode, readonly HelpAction[]>> = {
  "access-code": ["enter-code", "retry"],
  "visitor-budget": ["choose-model"],
  budget: ["choose-model"],
  ledger: tryAgain,
  "model-not-offered": ["choose-model", "ask-again"],
  misconfigured: ["choose-model", "ask-again"],
  forbidden: ["choose-model"],
  "outdated-page": ["reload"],
  "bad-request": ["choose-model"],
  "too-large": ["edit-task", "retry"],
  "context-length": ["edit-task", "choose-model"],
  "rate-limited": tryAgain,
  quota: ["choose-model"],
  unauthorized: ["choose-model"],
  "worker-error": tryAgain,
  "upstream-error": tryAgain,
  "bad-upstream-response": tryAgain,
  "empty-response": tryAgain,
  "stream-truncated": tryAgain,
  timeout: tryAgain,
  offline: tryAgain,
  aborted: ["retry"],
};

const isFailureCode = (code: string): code is ModelFailureCode => Object.hasOwn(actions, code);

/** What helps after a failure of that code; undefined: nothing special is known of it. */
export function failureHelp(
  code: string | undefined,
): { readonly code: ModelFailureCode; readonly actions: readonly HelpAction[] } | undefined {
  return code !== undefined && isFailureCode(code) ? { code, actions: actions[code] } : undefined;
}

/** The next midnight UTC, when shares are full again, in the person's own time: the hour alone, with the day if it is not today. */
export function resetText(locale: string, now: Date = new Date(), timeZone?: string): string {
  const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const day = (date: Date) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(date);
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
    ...(day(now) !== day(reset) && { weekday: "long" }),
  }).format(reset);
}
