// Faults put into tools on purpose: no answer, an error, nothing, far too much, or a result that gives orders.
import type { Fault, FaultKind } from "../drills.ts";
import { FailureError } from "../errors.ts";
import { injection } from "../injection.ts";
import { languageOf } from "../language.ts";
import { hashOf, seededRandom } from "../random.ts";
import { canonicalArguments } from "../loop-compare.ts";
import { resultText } from "./result.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** Characters of a huge result: far more than any model is shown. */
const hugeCharacters = 1_000_000;

/**
 * Copies of tools that fail as ordered. They count their calls: make them anew for each run.
 *
 * A call meets the first fault of the list that strikes. Whether one with a rate does depends on the seed, the tool, its input and how
 * often that input was given before: so it is the same whichever of several agents comes first.
 *
 * @param seed whole number; the same seed strikes the same calls
 */
export function withFaults(tools: readonly Tool[], faults: readonly Fault[], seed: number): Tool[] {
  return tools.map((tool) => {
    const own = faults.filter(({ tool: name }) => name === undefined || name === tool.name);
    return own.length === 0 ? tool : faulty(tool, own, { faults: [...faults], seed });
  });
}

function faulty(tool: Tool, own: readonly Fault[], drills: NonNullable<Tool["drills"]>): Tool {
  let calls = 0;
  const times = new Map<string, number>();
  function struck(input: unknown): FaultKind | undefined {
    calls += 1;
    const key = canonicalArguments(input);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return own.find(({ kind, rate = 1, atCall }) => {
      if (atCall !== undefined) return atCall === calls;
      return rate >= 1 || seededRandom(hashOf(JSON.stringify([drills.seed, kind, tool.name, key, time])))() < rate;
    })?.kind;
  }
  return {
    ...tool,
    drills,
    run(input, context) {
      const kind = struck(input);
      if (kind === undefined) return tool.run(input, context);
      context.onFault?.(kind);
      return inPlace[kind](tool, input, context);
    },
  };
}

/** Lines that differ: the same one over and over would be a chant. */
function hugeText(): string {
  let text = "";
  for (let line = 1; text.length < hugeCharacters; line++) text += `row ${line}: ${hashOf(String(line)) >>> 0}\n`;
  return text.slice(0, hugeCharacters);
}

const inPlace: Record<FaultKind, (tool: Tool, input: unknown, context: ToolContext) => unknown> = {
  timeout: (_tool, _input, { signal }) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(new FailureError("aborted", "The tool was stopped."));
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    }),
  error: ({ name }) => {
    throw new FailureError("tool-failed", `The service behind ${name} answered 503: it is not available now.`);
  },
  empty: () => "",
  huge: () => hugeText(),
  async poisoned(tool, input, context) {
    const result = resultText(await tool.run(input, context));
    const text = "text" in result ? result.text : "";
    // In front, where no shortening reaches it.
    return `${injection(languageOf(JSON.stringify(input)))}\n\n${text}`;
  },
};
