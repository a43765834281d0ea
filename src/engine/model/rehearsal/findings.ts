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
  const given = findings.flatMap(({ text }) => valuesIn(text));
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

const equation = /([^\n=。]{1,200}?) = (-?\d[\d.]*(?:e[+-]?\d+)?(?: [a-zA-Z/^\d]+)?)[.。](?:\s+|$)/gu;

/** The values alone where a finding is nothing but equations, else all of it. */
function valuesIn(text: string): Result[] {
  const equations = [...`${text.trim()} `.matchAll(equation)];
  const rest = `${text.trim()} `.replace(equation, "").trim();
  if (equations.length === 0 || rest !== "") return [{ done: true, sentence: "", value: text }];
  return equations.map(([, label = "", value = ""]) => ({ done: true, sentence: "", label, value }));
}
