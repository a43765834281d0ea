// What the engine says of a run, in the language of the page: by code and values. The log keeps the engine's own sentence.
import type { EventOf, RecordProblem } from "../../engine/index.ts";
import { drillWordTexts } from "../messages/en-drill-words.ts";
import { warningTexts } from "../messages/en-warnings.ts";
import { finderOf, textsOf, type Text } from "../messages/index.ts";
import { pageLanguage } from "../messages/language.svelte.ts";
import { find, t } from "../messages/run.ts";

type Warning = Pick<EventOf<"warning">, "code" | "message" | "values">;

const texts = warningTexts as Readonly<Record<string, string>>;
const fill = textsOf(warningTexts as Readonly<Record<string, Text>>);
const drill = finderOf(drillWordTexts);

/** A warning in words; what the log says, where the code has none or its values are not there (an earlier version wrote it). */
export function warningWords({ code, message, values = {} }: Warning): string {
  const { form, kind, ...others } = values;
  const key = form === undefined ? code : `${code}.${form}`;
  const filling = { ...others, ...(kind !== undefined && { kind: drill(`fault.${kind}`) ?? kind }) };
  const names = Object.hasOwn(texts, key)
    ? [...(texts[key] ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "")
    : null;
  return names?.every((name) => Object.hasOwn(filling, name)) ? fill(key, { count: 0, ...filling }) : message;
}

/** Each different warning once, in words. */
export const warningsOf = (events: readonly { readonly type: string }[]): string[] => [
  ...new Set(events.flatMap((event) => (event.type === "warning" ? [warningWords(event as EventOf<"warning">)] : []))),
];

/**
 * Why a file is no run. In English the engine's own words, which hold all that is known; else what its code says, and where.
 */
export function importWords({ code, message, path = "–", line = 1, column = 1 }: RecordProblem): string {
  return pageLanguage() === "en" ? message : t(`import.${code}`, { path, line, column });
}

/** That a limit was reached; what the log says, where the limit has no words. */
export const limitWords = ({ limit, message }: Pick<EventOf<"limit">, "limit" | "message">): string =>
  find(`limit.${limit}.reached`) ?? message;
