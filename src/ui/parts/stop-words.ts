// Why a run ended early, in words, and what to do about it.
import type { EventOf, Failure, Stop } from "../../engine/index.ts";
import { find, t } from "../messages/run.ts";
import { countText, durationText, usdText } from "./format.ts";

export interface StopWords {
  readonly title: string;
  /** what kind of limit or failure it was, with the value; empty: the title says it */
  readonly reason: string;
  /** the engine's own sentence, where it says more */
  readonly detail: string;
  readonly repair: string;
}

/** @param hit the last limit that was reached, for a run that ended at one */
export function stopWords(stop: Stop, hit: EventOf<"limit"> | undefined): StopWords {
  const title = t(`stop.${stop.code}`);
  if (stop.code === "limit") {
    const limit = stop.limit ?? hit?.limit ?? "";
    const reached = find(`limit.${limit}.reached`);
    return {
      title,
      reason: [reached, hit && usedText(hit)].filter(Boolean).join(" "),
      detail: reached ? "" : stop.message,
      repair: t("stop.limit.repair", { limit: find(`limit.${limit}`) ?? limit }),
    };
  }
  return {
    title,
    reason: (stop.reason !== undefined && find(`failure.${stop.reason}`)) || "",
    // "Stopped by hand" says nothing that the title does not.
    detail: stop.code === "aborted" ? "" : stop.message,
    repair: t(`stop.${stop.code}.repair`),
  };
}

/** How much of a limit was used. */
export function usedText({ limit, used, value }: EventOf<"limit">): string {
  if (value === null) return "";
  const inWords = limit === "usd" ? usdText : /Ms$/.test(limit) ? durationText : countText;
  return t("inspector.limit.used", { used: inWords(used), value: inWords(value) });
}

/** A failure's code in words; the code itself where there are none. */
export const failureWords = (failure: Failure): string => find(`failure.${failure.code}`) ?? failure.code;
