// The requests of the patterns that plan, as the rehearsal model reads them: which kind each is, and what stands in it.
import type { Language } from "../../events.ts";
import type { ModelRequest } from "../model.ts";

export type PromptKind = "planner" | "step" | "reflection" | "synthesis" | "reviewer" | "coordinator";

/** A step as a prompt tells of it. */
export interface ToldStep {
  id: string;
  description: string;
  expected: string;
  state: "done" | "failed" | "skipped" | "open";
  /** its result, or why it has none */
  text: string;
}

export interface Prompt {
  kind: PromptKind;
  language: Language;
  task: string;
  system: string;
  /** the parts of the first user message, by their headings below */
  sections: ReadonlyMap<Heading, string>;
  steps: ToldStep[];
  /** those that failed in earlier rounds */
  failedBefore: ToldStep[];
  /** what was said after the model's first reply: a fault, or what a person wants changed */
  later: string[];
}

type Heading = "task" | "plan" | "missing" | "rounds" | "step" | "results" | "findings" | "answer" | "end";

const kinds: [PromptKind, RegExp][] = [
  ["planner", /^(?:You are the planner\.|你是规划者。)/],
  ["step", /^(?:You carry out one step of a plan\.|你负责执行计划中的一步。)/],
  ["reflection", /^(?:You check a result against its task\.|你负责检查结果是否完成任务。)/],
  ["synthesis", /^(?:You write the final answer from results\.|你根据各步结果写出最终答案。)/],
  ["reviewer", /^(?:You are the reviewer\.|你是评审者。)/],
  ["coordinator", /^(?:You are the coordinator of a team\.|你是团队的协调者。)/],
];

/** Each heading with the ones that it may come after; a task comes first, so that its own words are not taken for one. */
const headings: [Heading, RegExp][] = [
  ["task", /^(?:The whole task|Task|完整任务|任务)[:：]\s*/],
  ["plan", /\n\n(?:The plan so far, with its results|Plan|目前的计划及结果|计划)[:：]\n/],
  ["missing", /\n\n(?:What is missing|还缺少)[:：]\s*/],
  ["rounds", /\n\n(?:Earlier rounds, what was tried[^\n]*|之前各轮的尝试[^\n]*)[:：]\n/],
  ["step", /\n\n(?:Your step|你的步骤)[:：]\s*/],
  ["results", /\n\n(?:Results it builds on|Steps and results|Results|所依据的结果|步骤与结果|结果)[:：]\n/],
  ["findings", /\n\n(?:Findings|各成员的发现)[:：]\n/],
  ["answer", /\n\n(?:Answer|答案)[:：]\n/],
  [
    "end",
    /\n\n(?:Write only the new steps|Write the final answer|Plan differently|只写需要新增的步骤|请写出最终答案|请换一种计划)[^\n]*$/,
  ],
];

/** Reads a request of a pattern that plans; null: it is another one. */
export function readPrompt({ messages }: ModelRequest): Prompt | null {
  const [first, ...rest] = messages;
  if (first?.role !== "system") return null;
  const kind = kinds.find(([, opening]) => opening.test(first.content))?.[0];
  const user = rest.find((message) => message.role === "user");
  if (kind === undefined || !user) return null;
  const sections = sectionsOf(user.content);
  const listed = sections.get("results") ?? (kind === "planner" ? sections.get("plan") : undefined) ?? "";
  return {
    kind,
    language: /^你/.test(first.content) ? "zh" : "en",
    task: sections.get("task") ?? user.content.trim(),
    system: first.content,
    sections,
    steps: stepsIn(listed),
    failedBefore: stepsIn((sections.get("rounds") ?? "").replace(/^\d+\. (?=\[)/gm, ""))
      .filter(({ state }) => state === "failed")
      .map((step) => ({ ...step, id: `before-${step.id}`, text: step.text.split("\n→ ")[0] ?? "" })),
    later: rest.slice(rest.indexOf(user) + 1).flatMap((message) => (message.role === "user" ? [message.content] : [])),
  };
}

function sectionsOf(text: string): Map<Heading, string> {
  const found: { heading: Heading; start: number; from: number }[] = [];
  let from = 0;
  for (const [heading, pattern] of headings) {
    const match = pattern.exec(text.slice(from));
    if (!match) continue;
    const start = from + match.index;
    from = start + match[0].length;
    found.push({ heading, start, from });
  }
  return new Map(found.map(({ heading, from }, index) => [heading, text.slice(from, found[index + 1]?.start).trim()]));
}

const told = /^\[([^\]\n]{1,100})\] (.*)\n→ ?/gmu;

function stepsIn(text: string): ToldStep[] {
  const heads = [...text.matchAll(told)];
  return heads.map((head, index) => {
    const [whole, id = "", line = ""] = head;
    const [, description = line, expected = ""] = /^(.*?) \((?:expected|期望): (.*)\)$/u.exec(line) ?? [];
    const result = text.slice(head.index + whole.length, heads[index + 1]?.index).trim();
    const [, word, why = ""] = /^(failed|skipped|失败|已跳过): ?([\s\S]*)$/u.exec(result) ?? [];
    const state =
      word === undefined ? (result === "…" ? "open" : "done") : /^(?:failed|失败)$/.test(word) ? "failed" : "skipped";
    return { id, description, expected, state, text: word === undefined ? result : why };
  });
}
