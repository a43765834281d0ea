// What a coordinator is told about a decomposition that could not be used, and the form that is asked for.
import type { Language } from "../events.ts";

/** The form of a decomposition, for the prompt that asks for one and for the message that asks again. */
export const decomposeForm: Readonly<Record<Language, string>> = {
  en: `[{"agent": "name of an agent", "task": "what it has to find out or do", "dependsOn": ["agents whose findings it needs"]}]`,
  zh: `[{"agent": "智能体的名称", "task": "它要查明或完成什么", "dependsOn": ["需要其结果的智能体"]}]`,
};

type Unknown = readonly { agent: string; task: string }[];

export interface DecomposeWords {
  noJson: string;
  broken(problem: string, where: string): string;
  truncated: string;
  noTask: string;
  unknownAgents(unknown: Unknown, agents: readonly string[]): string;
  unknownDependency(agent: string, reference: string, withTask: readonly string[]): string;
  cycle(path: readonly string[]): string;
  team(agents: readonly string[]): string;
  again: string;
}

const quoted = (unknown: Unknown): string =>
  unknown.map(({ agent, task }) => `${agent}: ${JSON.stringify(task.slice(0, 200))}`).join("; ");

export const decomposeWords: Readonly<Record<Language, DecomposeWords>> = {
  en: {
    noJson: "Your reply holds no JSON.",
    broken: (problem, where) => `The JSON of your reply cannot be read: ${problem}, near ${where}.`,
    truncated: "Your reply ends in the middle of its JSON. Use fewer words.",
    noTask: "Your reply holds JSON, but gives no agent a task.",
    unknownAgents: (unknown, agents) =>
      `These agents do not exist: ${quoted(unknown)}. Give their tasks to others: ${agents.join(", ")}.`,
    unknownDependency: (agent, reference, withTask) =>
      `${agent} depends on "${reference}", which has no task. Agents with a task: ${withTask.join(", ")}.`,
    cycle: (path) =>
      `Agents wait for each other in a ring, so that none can begin: ${path.join(" → ")} (each needs the next). Remove one of these dependencies.`,
    team: (agents) => `Agents: ${agents.join(", ")}.`,
    again: "Write the whole division again in this form, and nothing else:",
  },
  zh: {
    noJson: "你的回复中没有 JSON。",
    broken: (problem, where) => `你的回复中的 JSON 无法读取：${problem}，位置在 ${where} 附近。`,
    truncated: "你的回复在 JSON 写完之前就结束了。请写得短一些。",
    noTask: "你的回复中有 JSON，但没有给任何智能体分配任务。",
    unknownAgents: (unknown, agents) =>
      `这些智能体不存在：${quoted(unknown)}。请把它们的任务交给其他智能体：${agents.join("、")}。`,
    unknownDependency: (agent, reference, withTask) =>
      `${agent} 依赖“${reference}”，但后者没有任务。有任务的智能体：${withTask.join("、")}。`,
    cycle: (path) =>
      `智能体之间互相等待，形成循环，都无法开始：${path.join(" → ")}（每个都需要后一个）。请去掉其中一个依赖。`,
    team: (agents) => `智能体：${agents.join("、")}。`,
    again: "请按以下格式重写整个分工，不要写别的内容：",
  },
};
