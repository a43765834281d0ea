// Why a run ended early, in words, and what to do about it.
import type { Failure, Limit, Stop } from "../../engine/index.ts";
import { find, t } from "../messages/index.ts";

export interface StopWords {
  readonly title: string;
  /** what kind of limit or failure it was; empty: the title says it */
  readonly reason: string;
  /** the engine's own sentence, with the value */
  readonly detail: string;
  readonly repair: string;
}

export function stopWords(stop: Stop): StopWords {
  const limit = stop.limit ?? "";
  const name = find(`limit.${limit}`) ?? limit;
  const repair = stop.code === "limit" ? t("stop.limit.repair", { limit: name }) : t(`stop.${stop.code}.repair`);
  const reason =
    stop.code === "limit"
      ? find(`limit.${limit}.reached` satisfies `limit.${Limit | ""}.reached` | string)
      : stop.reason !== undefined
        ? find(`failure.${stop.reason}`)
        : undefined;
  // "Stopped by hand" says nothing that the title does not.
  const detail = stop.code === "aborted" ? "" : stop.message;
  return { title: t(`stop.${stop.code}`), reason: reason ?? "", detail, repair };
}

/** A failure's code in words; the code itself where there are none. */
export const failureWords = (failure: Failure): string => find(`failure.${failure.code}`) ?? failure.code;
