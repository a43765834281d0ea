// What the skill of files does, call by call.
import type { Language } from "../../events.ts";
import { attempt, type Attempt } from "./attempt.ts";
import { exactly, sameNumber } from "./exact.ts";
import { fileWords, type FileSentences } from "./file-words.ts";
import {
  allValues,
  lastValue,
  valuedResults,
  workOut,
  type Call,
  type Intent,
  type Outcome,
  type Result,
  type Script,
  type Work,
} from "./skill.ts";
import { excerpt, failed, withoutTool, words } from "./words.ts";

export type Content = { kind: "text"; text: string } | { kind: "result" | "all" };

/** The name that a task gives no file is this one. */
const defaultName = "result.txt";

export const write = (name: string | null, content: Content): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const text = textOf(content, work);
    const path = name ?? (content.kind === "text" ? work.files.current : null) ?? defaultName;
    work.files.unsaved = path;
    if (text === null) return { done: false, sentence: say.nothingToSave(path) };
    const written = yield* writeText(work, path, text);
    if (!("attempt" in written)) return written;
    const chosen = name === null && path === defaultName ? [say.choseName(path)] : [];
    return told(work, written.attempt, [say.wrote(excerpt(text, 120), pathOf(written.attempt)), ...chosen]);
  },
});

export const append = (name: string | null, content: Content): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const text = textOf(content, work);
    const path = name ?? work.files.current ?? defaultName;
    if (text === null) return { done: false, sentence: say.nothingToSave(path) };
    if (!work.tools.has("write_file")) return withoutTool(work, "write_file", say.writeToDo(path));
    const before = yield* readText(work, path, say.appendThought(path));
    if (!("attempt" in before)) return before;
    const { call, outcome } = before.attempt;
    // A file that is not there yet is begun; after any other failure, writing could destroy what it holds.
    if (!outcome.ok && !/no (?:such )?file|not found|does not exist|没有.*文件|不存在/i.test(outcome.text))
      return failed(work, call, outcome);
    const old = outcome.ok ? outcome.text : null;
    const whole = old === null || old === "" ? text : `${old}${old.endsWith("\n") ? "" : "\n"}${text}`;
    const written = yield* writeText(work, path, whole);
    if (!("attempt" in written)) return written;
    return told(work, written.attempt, [say.appended(excerpt(text, 120), path)]);
  },
});

export const copy = (from: string | null, to: string, moves: boolean): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const source = from ?? work.files.current;
    if (source === null) return { done: false, sentence: say.whichFile };
    const before = yield* readText(work, source, say.readThought(source));
    if (!("attempt" in before)) return before;
    if (!before.attempt.outcome.ok) return failed(work, before.attempt.call, before.attempt.outcome);
    const written = yield* writeText(work, to, before.attempt.outcome.text);
    if (!("attempt" in written)) return written;
    if (!moves) return told(work, written.attempt, [say.copied(source, to)]);
    const removed = yield* remove(source).script(work);
    work.files.current = to;
    return { done: removed.done, sentence: words[work.language].join([say.copied(source, to), removed.sentence]) };
  },
});

/** `orResult`: where no file is meant, "show it" means the result, which is told anyway. */
export const read = (name: string | null, orResult = false): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const path = name ?? work.files.current;
    if (path === null && work.files.unsaved !== null)
      return { done: false, sentence: say.neverSaved(work.files.unsaved) };
    if (path === null && orResult && lastValue(work) !== null) return { done: true, sentence: "" };
    if (path === null) return { done: false, sentence: say.whichFile };
    const written = work.files.written.get(path);
    const got = yield* readText(work, path, say.readThought(path));
    if (!("attempt" in got)) return got;
    const { call, outcome } = got.attempt;
    if (!outcome.ok) return failed(work, call, outcome);
    const sentences = [say.holds(pathOf(got.attempt), excerpt(outcome.text))];
    // What was written in this task and reads otherwise now must not pass in silence.
    const differs = typeof written === "string" && !same(written, outcome.text);
    if (differs) sentences.push(say.differs(path, excerpt(written, 120), excerpt(outcome.text, 120)));
    return { ...told(work, got.attempt, sentences), done: !differs, value: outcome.text };
  },
});

/** Reads a file, unless that was just done, and compares it with what was written or is expected. */
export const check = (name: string | null, expected: string | null): Intent => ({
  isCheck: true,
  *script(work): Script {
    const say = fileWords[work.language];
    const path = name ?? work.files.current;
    if (path === null && work.files.unsaved !== null)
      return { done: false, sentence: say.neverSaved(work.files.unsaved) };
    if (path === null) return checkValue(work, say);
    if (work.files.written.get(path) === null && expected === null) return yield* checkGone(work, path, say);
    const wanted = expected ?? work.files.written.get(path) ?? null;
    const known = work.files.read.get(path);
    if (known !== undefined) {
      const again = compared(path, known, wanted, say);
      return again.done ? { done: true, sentence: say.matchesToo(path) } : again;
    }
    const got = yield* readText(work, path, say.checkThought(path));
    if (!("attempt" in got)) return got;
    const { call, outcome } = got.attempt;
    if (!outcome.ok) return failed(work, call, outcome);
    const result = compared(path, outcome.text, wanted, say);
    return { ...result, sentence: told(work, got.attempt, [result.sentence]).sentence, value: outcome.text };
  },
});

export const list = (): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const names = yield* listNames(work, say);
    if (!Array.isArray(names)) return names;
    return { done: true, sentence: names.length === 0 ? say.noFiles : say.filesAre(names), value: names.join("\n") };
  },
});

export const remove = (name: string | null): Intent => ({
  *script(work): Script {
    const say = fileWords[work.language];
    const path = name ?? work.files.current;
    if (path === null) return { done: false, sentence: say.whichFile };
    if (!work.tools.has("delete_file")) return withoutTool(work, "delete_file", say.deleteToDo(path));
    const made = yield* attempt(
      work,
      { tool: "delete_file", input: { path }, thought: say.deleteThought(path), toDo: say.deleteToDo(path) },
      confirmed,
    );
    if (!made.outcome.ok) return failed(work, made.call, made.outcome);
    const gone = pathOf(made);
    work.files.current = gone;
    work.files.written.set(gone, null);
    work.files.read.delete(gone);
    return told(work, made, [say.deleted(gone)]);
  },
});

/** What tools say that changed something. */
const confirmed = ({ text }: Outcome) =>
  /^(?:wrote|written|saved|stored|created|updated|deleted|removed|done|ok|success|true|\(no output\)|已|成功)/iu.test(
    text.trim(),
  );

/** What a helper came to: a call to go on from, or the result that ends the script. */
type Made = { attempt: Attempt } | Result;
type Steps<T> = Generator<Call, T, Outcome>;

function* writeText(work: Work, path: string, content: string): Steps<Made> {
  const say = fileWords[work.language];
  if (!work.tools.has("write_file")) return withoutTool(work, "write_file", say.writeToDo(path));
  const made = yield* attempt(
    work,
    { tool: "write_file", input: { path, content }, thought: say.writeThought(path), toDo: say.saveToDo(path) },
    confirmed,
  );
  if (!made.outcome.ok) return failed(work, made.call, made.outcome);
  work.files.current = pathOf(made);
  work.files.unsaved = null;
  work.files.written.set(pathOf(made), content);
  work.files.read.delete(pathOf(made));
  return { attempt: made };
}

function* readText(work: Work, path: string, thought: string): Steps<Made> {
  const say = fileWords[work.language];
  if (!work.tools.has("read_file")) return withoutTool(work, "read_file", say.readToDo(path));
  const made = yield* attempt(work, { tool: "read_file", input: { path }, thought, toDo: say.readToDo(path) });
  if (made.outcome.ok) {
    // An empty file is told in words, since no observation may be empty.
    if (/^\((?:empty text|no output)\)$/.test(made.outcome.text)) made.outcome = { ...made.outcome, text: "" };
    work.files.current = pathOf(made);
    work.files.read.set(pathOf(made), made.outcome.text);
  }
  return { attempt: made };
}

function* listNames(work: Work, say: FileSentences): Steps<string[] | Result> {
  if (!work.tools.has("list_files")) return withoutTool(work, "list_files", say.listToDo);
  const { call, outcome } = yield* attempt(work, {
    tool: "list_files",
    input: {},
    thought: say.listThought,
    toDo: say.listToDo,
  });
  return outcome.ok && Array.isArray(outcome.value) ? outcome.value.map(String) : failed(work, call, outcome);
}

function* checkGone(work: Work, path: string, say: FileSentences): Script {
  const names = yield* listNames(work, say);
  if (!Array.isArray(names)) return names;
  const gone = !names.includes(path);
  return { done: gone, sentence: gone ? say.gone(path) : say.stillThere(path) };
}

/** Nothing was saved: a result of a calculation can still be worked out a second way. */
function checkValue(work: Work, say: FileSentences): Result {
  const value = lastValue(work);
  if (value === null) return { done: false, sentence: say.nothingToCheck };
  const label = work.results.flat().findLast((result) => result.value !== undefined)?.label;
  // What the same rule worked out before proves nothing.
  const own = label === undefined || !work.tools.has("calculator") ? null : exactly(label);
  if (label === undefined || own === null) return { done: false, sentence: say.nothingWritten(value) };
  if (sameNumber(own.text, value)) return { done: true, sentence: say.checkedByRule(label, own.text) };
  return { done: false, sentence: say.wrongByRule(label, value, own.text) };
}

function compared(path: string, found: string, wanted: string | null, say: FileSentences): Result {
  const shown = excerpt(found, 120);
  if (wanted === null) return { done: false, sentence: say.nothingToCompare(path, shown) };
  if (same(found, wanted)) return { done: true, sentence: say.matches(path, shown) };
  return { done: false, sentence: say.differs(path, excerpt(wanted, 120), shown) };
}

/** Blanks around it do not count, nor how a number is written. */
const same = (a: string, b: string) => a.trim() === b.trim() || sameNumber(a.trim(), b.trim());

function textOf(content: Content, work: Work): string | null {
  if (content.kind === "text") return content.text;
  const all = content.kind === "all";
  const text = all ? allValues(work) : lastValue(work);
  const composed = valuedResults(work, all).filter((result) => result.composed);
  if (text === null || composed.length === 0) return text;
  // In a plan a text that is made of several results has to be written before it can be saved.
  const say = fileWords[work.language];
  return workOut(work, {
    toDo: say.textToDo,
    expected: say.textExpected,
    from: composed.map(({ value = "" }) => ({ ok: true, text: value, value, nudged: false })),
    compute: () => text,
  });
}

const pathOf = ({ call }: Attempt) => String(call.input["path"]);

function told(work: Work, { refused }: Attempt, sentences: readonly string[]): Result {
  const { join, corrected } = words[work.language as Language];
  return { done: true, sentence: join(refused === null ? sentences : [...sentences, corrected(refused)]) };
}
