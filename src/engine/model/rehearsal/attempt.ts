// One call, made again once where its failure says how it should have been.
import type { Call, Outcome, Work } from "./skill.ts";
import { excerpt, words } from "./words.ts";

export interface Attempt {
  call: Call;
  outcome: Outcome;
  /** what was said of the first call, where a second was made */
  refused: string | null;
}

/**
 * Makes a call; if it fails and the observation names the repair, makes the repaired call. At most two calls.
 * `succeeded` knows how this tool's successes look: success needs a positive sign, not only the absence of a known failure.
 */
export function* attempt(
  work: Work,
  first: Call,
  succeeded: (outcome: Outcome) => boolean = () => true,
): Generator<Call, Attempt, Outcome> {
  const judged = (outcome: Outcome) => ({
    ...outcome,
    ok: outcome.ok && (outcome.planned === true || succeeded(outcome)),
  });
  const outcome = judged(yield first);
  const parameters = work.tools.parameters(first.tool);
  const input = outcome.ok || outcome.nudged ? null : repaired(first.input, outcome.text, parameters);
  if (!input) return { call: first, outcome, refused: null };
  const refused = excerpt(outcome.text, 200);
  const second = { ...first, input, isRetry: true, thought: words[work.language].correcting(refused) };
  return { call: second, outcome: judged(yield second), refused };
}

/** The input as the message asks for it; null: the message asks for nothing that a rule can tell. */
export function repaired(
  input: Record<string, unknown>,
  message: string,
  parameters: readonly string[],
): Record<string, unknown> | null {
  return renamed(input, message, parameters) ?? replaced(input, message) ?? inSql(input, message);
}

/** A name in a query that is spelled otherwise, where the message gives the right one. */
function inSql(input: Record<string, unknown>, message: string): Record<string, unknown> | null {
  const { sql } = input;
  const wrong = /no such (?:table|column): (?:\w+\.)?["'`]?(\w+)/.exec(message)?.[1];
  const right = /Did you mean ["'`]?([\w$]+)/.exec(message)?.[1];
  if (typeof sql !== "string" || wrong === undefined || right === undefined) return null;
  const mended = sql.replace(new RegExp(`(?<![\\w'])${wrong}(?![\\w'])`, "g"), right);
  return mended === sql ? null : { ...input, sql: mended };
}

/** A parameter that is called otherwise here: what is missing takes the value of what nobody asked for. */
function renamed(
  input: Record<string, unknown>,
  message: string,
  parameters: readonly string[],
): Record<string, unknown> | null {
  const missing = parameters.filter((name) => !Object.hasOwn(input, name) && message.includes(name));
  const unknown = Object.keys(input).filter((name) => !parameters.includes(name));
  const [to, from] = [missing[0], unknown[0]];
  if (missing.length !== 1 || unknown.length !== 1 || to === undefined || from === undefined) return null;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name === from ? to : name, value]));
}

const suggestion =
  /(?:did you mean|write|use|try|你是不是要|请用|请写|改为)[\s:：]*(?:"([^"]+)"|“([^”]+)”|`([^`]+)`)/iu;
const fileList = /(?:files are|文件有)[:：]\s*(.+?)[.。]?$/imu;

/** A value in place of the one that was refused: a suggestion, or the file of nearly that name. */
function replaced(input: Record<string, unknown>, message: string): Record<string, unknown> | null {
  const refused = Object.entries(input).find(
    ([, value]) => typeof value === "string" && message.includes(JSON.stringify(value)),
  );
  if (!refused) return null;
  const [name, value] = refused;
  const instead =
    suggestion.exec(message)?.slice(1).find(Boolean) ??
    sameButForCase(String(value), fileList.exec(message)?.[1] ?? "");
  return instead === undefined || instead === value ? null : { ...input, [name]: instead };
}

function sameButForCase(name: string, list: string): string | undefined {
  return list.split(/,\s*/).find((each) => each !== name && each.toLowerCase() === name.toLowerCase());
}
