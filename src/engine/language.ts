// Which language a run speaks, from the script of its task.
import type { Language } from "./events.ts";

/**
 * Chinese by its Han characters, English otherwise. Names and terms of the other language are common in both, so the script that
 * a task begins with needs less of a majority. Kana means Japanese, which we do not speak.
 */
export function languageOf(task: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(task)) return "en";
  const han = task.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = task.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  const beginsWithHan = /^\p{Script=Han}/u.test(task.replace(/^\P{L}+/u, ""));
  return han > 0 && han * (beginsWithHan ? 2 : 0.5) > words ? "zh" : "en";
}
