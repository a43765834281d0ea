// What an agent of a team takes over from the findings of others.
import type { Language } from "../../events.ts";
import type { Finding } from "./read-request.ts";
import type { Result } from "./skill.ts";
import { stockWords } from "./stock-words.ts";

/** What "the result" and "those years" mean to an agent that is shown what the others found. */
export function fromFindings(
  findings: readonly Finding[],
  language: Language,
): { given: Result[]; notes: [string, string][] } {
  const given = findings.map(({ text }): Result => ({ done: true, sentence: "", value: bareValue(text) }));
  const notes = findings.flatMap(({ text }): [string, string][] => {
    const [, best, worst] = stockWords[language].yearsTold.exec(text) ?? [];
    return best === undefined || worst === undefined
      ? []
      : [
          ["best year", best],
          ["worst year", worst],
        ];
  });
  return { given, notes };
}

/** The value alone where a finding is one equation, else all of it. */
const bareValue = (text: string) => /^[^\n=]{1,200} = (-?\d[\d.e+-]*?)[.。]?$/u.exec(text.trim())?.[1] ?? text;
