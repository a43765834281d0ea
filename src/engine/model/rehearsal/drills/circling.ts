// Personas that go round in circles: the same call again, a search worded anew, work that is never complete.
import type { WholeReply } from "../reply.ts";
import { excerpt } from "../words.ts";
import { askedSoFar, isHeeding, isPlanTool, mayCall, type Misbehave, type Occasion } from "./occasion.ts";
import { discontent, mostSteps, nextId, planReply, stepsIn, type WrittenStep } from "./plan-text.ts";
import { drillSay } from "./say.ts";
import { hear, speak, type SpokenCall } from "./speech.ts";

/** Repeats its first call on the task whatever comes; as planner writes the same step over and over, as checker is never content. */
export const loops: Misbehave = (reply, occasion) => {
  const { prompt, language, reading } = occasion;
  const say = drillSay[language];
  if (prompt?.kind === "planner") return planOf(occasion, sameSteps(reply, occasion));
  if (prompt) return discontent(prompt, say.notYet) ?? reply;
  if (!mayCall(occasion)) return reply;
  const [first] = workSoFar(occasion);
  const [next] = hear(reply, reading.form).calls;
  const call = first ?? next ?? anyCall(occasion);
  return call ? speak({ thought: say.again, calls: [call], answer: null }, reading.form, reading.asked) : reply;
};

/** Searches for what is nowhere, in ever other words, until a loop rule asks for another way. */
export const rewords: Misbehave = (reply, occasion) => {
  const { prompt, language, reading } = occasion;
  const say = drillSay[language];
  const lost = (index: number) => searchFor(occasion, { topic: say.nowhere }, index, say.nonsense);
  if (prompt?.kind === "planner") return planOf(occasion, (index) => step(lost(index), say));
  if (prompt) return discontent(prompt, say.notYet) ?? reply;
  if (!mayCall(occasion) || isHeeding(occasion)) return reply;
  const call = lost(workSoFar(occasion).length);
  return call ? speak({ thought: say.reword, calls: [call], answer: null }, reading.form, reading.asked) : reply;
};

/** One round of {@link neverComplete}: nine searches, three in a reply, then four sums, two in a reply. */
const round = { searches: 9, searchesPerReply: 3, sums: 4, sumsPerReply: 2 } as const;

/**
 * The agent of the story with 47 model and 120 tool calls: what it finds is never complete, so that it searches in other
 * words, works something out, and searches again. It never ends by itself.
 */
export const neverComplete: Misbehave = (reply, occasion) => {
  const { prompt, language, reading } = occasion;
  const say = drillSay[language];
  const subject = subjectOf(reply, occasion);
  const at = (index: number): { call: SpokenCall; isSum: boolean } | null => {
    const place = index % (round.searches + round.sums);
    const sum = occasion.schemas.has("calculator") && place >= round.searches ? sumFor(index) : null;
    const call = sum ?? searchFor(occasion, subject, index, say.dresses);
    return call && { call, isSum: sum !== null };
  };
  if (prompt?.kind === "planner") {
    const honest = stepsIn(reply).find(({ input }) => typeof input?.["query"] === "string");
    // A plan is shorter than a round: one step in four is a sum.
    return planOf(occasion, (index) => {
      if (index === 0 && honest) return { ...honest, dependsOn: [] };
      const isSum = index % 4 === 3 && occasion.schemas.has("calculator");
      return step(isSum ? sumFor(index) : searchFor(occasion, subject, index, say.dresses), say);
    });
  }
  if (prompt) return discontent(prompt, say.notYet) ?? reply;
  if (!mayCall(occasion) || isHeeding(occasion)) return reply;
  const done = workSoFar(occasion).length;
  const [next] = hear(reply, reading.form).calls;
  // A notebook wants its plan first.
  if (done === 0 && next && isPlanTool(next.name)) return reply;
  const first = at(done);
  if (!first) return reply;
  const most = reading.form.kind === "text" ? 1 : first.isSum ? round.sumsPerReply : round.searchesPerReply;
  const calls = [first.call];
  for (let index = done + 1; calls.length < most; index++) {
    const more = at(index);
    if (!more || more.isSum !== first.isSum) break;
    calls.push(more.call);
  }
  const thought = first.isSum ? say.analyse : say.notComplete;
  return speak({ thought, calls, answer: null }, reading.form, reading.asked);
};

/** Steps of a plan that still fits into one reply. */
const longestPlan = 20;

type Say = (typeof drillSay)["en"];

const workSoFar = (occasion: Occasion) => askedSoFar(occasion).filter(({ name }) => !isPlanTool(name));

/** Writes as many steps as the plan may have, each without need of another. */
function planOf({ prompt }: Occasion, stepAt: (index: number) => Omit<WrittenStep, "id"> | null): WholeReply {
  if (!prompt) throw new Error("A plan was asked for outside of a planner's prompt.");
  const first = nextId(prompt);
  const steps = Array.from({ length: Math.min(mostSteps(prompt), longestPlan) }, (_, index) => {
    // A later plan goes on with other words where the earlier one ended.
    const written = stepAt(first - 1 + index);
    return written ? [{ ...written, id: first + index }] : [];
  });
  return planReply(steps.flat());
}

function sameSteps(reply: WholeReply, occasion: Occasion): (index: number) => Omit<WrittenStep, "id"> | null {
  const say = drillSay[occasion.language];
  const own = stepsIn(reply).find(({ tool }) => tool !== null);
  const made = own ? null : step(anyCall(occasion), say);
  const one = own ? { description: own.description, tool: own.tool, input: own.input ?? {}, dependsOn: [] } : made;
  return (index) => one && { ...one, description: say.planAgain(one.description, index + 1) };
}

function step(call: SpokenCall | null, say: Say): Omit<WrittenStep, "id"> | null {
  if (!call) return null;
  const input = JSON.parse(call.arguments) as Record<string, unknown>;
  const words = String(input["query"] ?? input["expression"] ?? Object.values(input)[0] ?? "");
  const description = call.name === "calculator" ? say.workOut(words) : say.search(words);
  return { description, tool: call.name, input, dependsOn: [] };
}

/** A search in other words each time, with the tool that comes nearest to one; null: no tool takes a text. */
function searchFor(
  { schemas }: Occasion,
  { topic, besides = {} }: Subject,
  index: number,
  dresses: readonly string[],
): SpokenCall | null {
  const words = [topic, ...dressOf(index, dresses)].join(" ");
  const tools = [...schemas].filter(([name, schema]) => !isPlanTool(name) && textParameter(schema) !== null);
  const [tool] =
    tools.find(([name]) => /search|find|lookup|搜索|查找/iu.test(name)) ??
    tools.find(([name]) => name === "read_file") ??
    [];
  const parameter = tool === undefined ? null : textParameter(schemas.get(tool) ?? {});
  if (tool === undefined || parameter === null) return null;
  const value = tool === "read_file" ? `${words.replaceAll(" ", "-")}.txt` : words;
  return { name: tool, arguments: JSON.stringify({ ...besides, [parameter]: value }) };
}

const sumFor = (index: number): SpokenCall => ({
  name: "calculator",
  arguments: JSON.stringify({ expression: `100*${index + 1}/${index + 3}` }),
});

/** None for the first search, then a word more each time, then two. */
function dressOf(index: number, dresses: readonly string[]): string[] {
  const count = dresses.length;
  const first = index - 1;
  if (first < 0) return [];
  const one = dresses[first % count] ?? "";
  return first < count ? [one] : [dresses[(first + Math.floor(first / count)) % count] ?? "", one];
}

/** What is searched for. */
interface Subject {
  topic: string;
  /** the other arguments of such a search, which stay the same */
  besides?: Record<string, unknown>;
}

/** What the conversation, or else the honest reply, searched for first; else the longest words of the task. */
function subjectOf(reply: WholeReply, occasion: Occasion): Subject {
  const { reading, prompt } = occasion;
  const spoken = [...askedSoFar(occasion), ...hear(reply, reading.form).calls].map((call) => objectIn(call.arguments));
  const inputs = prompt ? stepsIn(reply).map(({ input = {} }) => input) : spoken;
  const first = inputs.find(({ query }) => typeof query === "string");
  if (first) {
    const { query, ...besides } = first;
    return { topic: withoutDress(String(query), drillSay[occasion.language].dresses), besides };
  }
  const words = (prompt?.task ?? reading.task).match(/[\p{L}]{5,}/gu) ?? [];
  const latin = words.filter((word) => !/\p{Script=Han}/u.test(word));
  const topic = latin
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 2)
    .join(" ");
  return { topic: topic || "economy jobs" };
}

const withoutDress = (query: string, dresses: readonly string[]) =>
  query
    .split(" ")
    .filter((word) => !dresses.includes(word))
    .join(" ");

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A call that needs no understanding of the task: of the first tool that only looks, or else of the first one. */
function anyCall({ schemas, reading }: Occasion): SpokenCall | null {
  const names = [...schemas.keys()].filter((name) => !isPlanTool(name));
  const name = names.find((each) => /^(?:list_|current_|search_|read_)/.test(each)) ?? names[0];
  if (name === undefined) return null;
  const parameter = textParameter(schemas.get(name) ?? {});
  const input = parameter === null ? {} : { [parameter]: excerpt(reading.task, 60) };
  return { name, arguments: JSON.stringify(input) };
}

/** The first required parameter that takes any text. */
function textParameter({ properties, required }: Record<string, unknown>): string | null {
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) return null;
  const entries = Object.entries(properties as Record<string, unknown>);
  const found = entries.find(([name, schema]) => {
    const isText = typeof schema === "object" && schema !== null && "type" in schema && schema.type === "string";
    return isText && !("enum" in schema) && required.includes(name);
  });
  return found?.[0] ?? null;
}
