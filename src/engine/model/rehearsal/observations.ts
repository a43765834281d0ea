// What a tool said, apart from what the engine adds to it: its budget line, its nudges, its refusals.

export interface CleanObservation {
  text: string;
  /** a loop rule asked for another way */
  nudged: boolean;
  /** the call was not carried out at all */
  notRun: boolean;
}

const budgetLine = /\n*^\[(?:Budget|预算)\s*[:：].*\]\s*$/imu;
/** The last paragraph, where it is worded as loops.ts words it. */
const nudge =
  /\n\n(?:The same (?:call|few calls) |\S+ (?:gave nothing|was asked) \d+ times in a row|同一个调用已连续|同样的几个调用已循环|\S+ 已连续 \d+ 次)(?:(?!\n\n)[\s\S])*$/u;
const notRun = /^(?:This call was not run|此调用未执行)/u;

/** Takes the engine's own lines off the end of an observation. */
export function cleanObservation(content: string): CleanObservation {
  const withoutBudget = content.replace(budgetLine, "");
  const text = withoutBudget.replace(nudge, "");
  return { text: text.trimEnd() === "" ? "" : text, nudged: text !== withoutBudget, notRun: notRun.test(text) };
}

/**
 * Whether an observation tells of a failure. The engine gives the model a failure's message and no other sign, so this goes
 * by how such messages begin, and by the value that they quote where what was read from a file could begin the same way.
 */
export function looksFailed(text: string, input: Record<string, unknown> | null): boolean {
  if (/^(?:error|failed|failure|错误|失败)\b\s*[:：(（]/iu.test(text)) return true;
  if (/^There is no tool "|\nThe arguments must fit: \{|^\S+ gave no answer within \d/u.test(text)) return true;
  const values = Object.values(input ?? {}).filter((value) => typeof value === "string");
  if (values.some((value) => text.startsWith(`There is no file ${JSON.stringify(value)}.`))) return true;
  if (values.some((value) => text.startsWith(`${JSON.stringify(value)} is no `))) return true;
  return Object.keys(input ?? {}).some((name) => text.startsWith(`${name}: `));
}
