// What a person requires of an answer, and whether it holds.
import { figuresIn } from "../derive/figures.ts";
import { messageOf } from "../errors.ts";
import { z } from "../schema.ts";

export const checkSchema = z.discriminatedUnion("kind", [
  /** blanks, case, and the kind of minus make no difference */
  z.object({ kind: z.literal("contains"), text: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  /** some figure of the answer is the value, or at most `tolerance` away: in its own unit, or in per cent of the value */
  z.object({
    kind: z.literal("number"),
    value: z.number(),
    tolerance: z.number().check(z.nonnegative()),
    isPercent: z.boolean(),
  }),
  /** a regular expression in RE2's syntax */
  z.object({ kind: z.literal("pattern"), pattern: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
]);
export type Check = z.infer<typeof checkSchema>;

export interface CheckVerdict {
  /** null: there is no verdict, since there is no answer or the check cannot be used */
  readonly passed: boolean | null;
  /** the words of the answer that decided it */
  readonly found?: string;
  /** why the check cannot be used, and the repair */
  readonly problem?: string;
}

/**
 * Holds an answer against a check, in time that grows with the length of the answer, whatever the pattern.
 *
 * @throws never
 */
export async function checkAnswer(check: Check, answer: string | null): Promise<CheckVerdict> {
  if (check.kind === "pattern") return matches(check.pattern, answer);
  if (answer === null) return { passed: null };
  if (check.kind === "contains") {
    const passed = folded(answer).includes(folded(check.text));
    return { passed, ...(passed && { found: check.text }) };
  }
  const room = check.isPercent ? Math.abs(check.value) * (check.tolerance / 100) : check.tolerance;
  // "12.30" is 12.3, although 12.3 is no binary fraction.
  const within = (size: number) => Math.abs(size - check.value) <= room + Math.abs(check.value) * 1e-12;
  const found = figuresIn(answer, { as: "answer" }).find(({ size, sign, kind, unscaled }) => {
    if (kind === "date" || kind === "time") return false;
    const sizes = unscaled === undefined ? [size] : [size, unscaled];
    return sizes.some((each) => within(sign === "-" ? -each : each));
  });
  return found ? { passed: true, found: found.text } : { passed: false };
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll("−", "-").replace(/\s+/gu, " ").trim();

async function matches(pattern: string, answer: string | null): Promise<CheckVerdict> {
  try {
    const { RE2JS } = await import("re2js");
    const matcher = RE2JS.compile(pattern).matcher(answer ?? "");
    if (answer === null) return { passed: null };
    return matcher.find() ? { passed: true, found: (matcher.group() ?? "").slice(0, 200) } : { passed: false };
  } catch (error) {
    return { passed: null, problem: messageOf(error) };
  }
}
