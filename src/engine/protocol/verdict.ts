// A verdict in JSON: one field says yes or no. What reviews and reflections share.
import type { Language } from "../events.ts";
import type { FinishReason } from "../model/model.ts";
import { isObject } from "./coerce.ts";
import { findJson, holdsJson, near, unreadAfter } from "./json-candidates.ts";
import { BareWord } from "./json-values.ts";
import { fieldsOf, textOf, type Fields } from "./reply-fields.ts";

export interface VerdictOptions {
  /** absent: taken as cut off, so that nothing is closed for the model */
  finishReason?: FinishReason;
  language?: Language;
}

export type VerdictProblem = "no_json" | "truncated" | "no_verdict" | "unclear";

export type VerdictRead =
  | { ok: true; yes: boolean; fields: Fields; mended: boolean }
  /** `message` asks for the verdict again and says what was wrong */
  | { ok: false; problem: VerdictProblem; message: string };

export interface VerdictForm {
  /** folded names of the field that decides */
  names: readonly string[];
  yes: ReadonlySet<string>;
  no: ReadonlySet<string>;
  /** the form to ask for again */
  form: Readonly<Record<Language, string>>;
}

const words: Readonly<Record<Language, Record<VerdictProblem, (detail: string) => string>>> = {
  en: {
    no_json: (where) => (where ? `The JSON of your reply cannot be read${where}.` : "Your reply holds no JSON."),
    truncated: () => "Your reply ends before its JSON does. Be shorter.",
    no_verdict: (name) => `Your reply holds JSON, but no "${name}".`,
    unclear: (found) => `Your reply says neither yes nor no: ${found}. Write true or false.`,
  },
  zh: {
    no_json: (where) => (where ? `你的回复中的 JSON 无法读取${where}。` : "你的回复中没有 JSON。"),
    truncated: () => "你的回复在 JSON 写完之前就结束了。请写得短一些。",
    no_verdict: (name) => `你的回复中有 JSON，但没有 "${name}"。`,
    unclear: (found) => `你的回复没有说清是或否：${found}。请写 true 或 false。`,
  },
};
const again: Readonly<Record<Language, string>> = {
  en: "Write it again in this form, and nothing else:",
  zh: "请按以下格式重写，不要写别的内容：",
};

/**
 * Reads the last verdict in a reply. What cannot be read, says both, or is followed by a newer one that cannot be read, is no
 * verdict: it must never count as a yes.
 *
 * @throws never
 */
export function readVerdict(reply: string, form: VerdictForm, options: VerdictOptions): VerdictRead {
  const { finishReason = "length", language = "en" } = options;
  const search = findJson(reply, finishReason);
  const fail = (problem: VerdictProblem, detail = ""): VerdictRead => ({
    ok: false,
    problem,
    message: [words[language][problem](detail), again[language], form.form[language]].join("\n"),
  });

  const found = search.values.flatMap((source) => {
    const fields = verdictFields(source.value, form, 0);
    return fields ? [{ source, fields }] : [];
  });
  const last = found.at(-1);
  const about = new RegExp(`["'“]?(?:${form.names.join("|")})["'”]?\\s*[:：]`, "iu");
  const unread = unreadAfter(search, last?.source.end ?? 0, last ? about : /(?:)/);
  if (unread === "open") return fail("truncated");
  if (unread) return fail("no_json", ` (${unread.problem}: ${near(search.text, unread.at)})`);
  if (!last) {
    if (holdsJson(search)) return fail("no_verdict", form.names[0]);
    return fail(options.finishReason === "length" ? "truncated" : "no_json");
  }
  const answers = new Set(verdictsOf(last.fields, form).map((value) => meaningOf(value, form)));
  const [yes] = answers;
  if (answers.size !== 1 || yes === undefined) {
    return fail("unclear", JSON.stringify(textOf(verdictsOf(last.fields, form)).slice(0, 60)));
  }
  return { ok: true, yes, fields: last.fields, mended: last.source.mended };
}

/** The fields of an object that decides, or of the one object inside a list or another object that does. */
function verdictFields(value: unknown, form: VerdictForm, depth: number): Fields | undefined {
  if (Array.isArray(value))
    return value.length === 1 && depth < 2 ? verdictFields(value[0], form, depth + 1) : undefined;
  if (!isObject(value)) return undefined;
  const fields = fieldsOf(value);
  const verdicts = verdictsOf(fields, form);
  if (verdicts.length > 0) return verdicts.every(isSampleVerdict) ? undefined : fields;
  if (depth > 1) return undefined;
  const inside = Object.values(value).flatMap((part) => verdictFields(part, form, depth + 1) ?? []);
  return inside.length === 1 ? inside[0] : undefined;
}

const verdictsOf = (fields: Fields, form: VerdictForm): unknown[] =>
  form.names.filter((name) => fields.has(name)).map((name) => fields.get(name));

/** `true|false`, `<boolean>`: the form repeated, not a verdict. */
function isSampleVerdict(value: unknown): boolean {
  const text = value instanceof BareWord ? value.text : value;
  return (
    typeof text === "string" &&
    /^\s*(?:<.*>|\.{3}|…|bool(?:ean)?|true\s*(?:\||\/|or|或)\s*false|是\/否)\s*$/iu.test(text)
  );
}

function meaningOf(value: unknown, { yes, no }: VerdictForm): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === 0) return value === 1;
  const text = value instanceof BareWord ? value.text : value;
  if (typeof text !== "string") return undefined;
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!。！]+$/u, "");
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}
