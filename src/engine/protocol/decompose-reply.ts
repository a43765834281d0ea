// What a coordinator wrote → one sub-task for each agent that has a part, and who waits for whom.
import type { Language } from "../events.ts";
import type { FinishReason } from "../model/model.ts";
import { isObject } from "./coerce.ts";
import { decomposeForm, decomposeWords } from "./decompose-words.ts";
import { findJson, holdsJson, near, unreadAfter, type JsonCandidate } from "./json-candidates.ts";
import { BareWord } from "./json-values.ts";
import { findCycle } from "./plan-graph.ts";
import { fieldsOf, firstField, foldKey, isSample, textOf } from "./reply-fields.ts";
import { bareToolName, meansNothing } from "./tool-names.ts";

export { decomposeForm };

/** What one agent is to do. An agent may get several. */
export interface AgentTask {
  /** the agent's name; `name-2` and so on for further tasks of the same agent */
  id: string;
  agent: string;
  task: string;
  /** agents whose findings it needs, in the order of the team */
  dependsOn: string[];
  /** those who depend on it can do without it */
  optional?: boolean;
}

export type DecomposeProblem = "no_json" | "truncated" | "no_valid_task" | "unknown_dependency" | "cycle";

export type DecomposeRead =
  | {
      ok: true;
      tasks: AgentTask[];
      /** tasks for agents that do not exist */
      unknown: { agent: string; task: string }[];
      /** for a repair call, if there are any: whose tasks these are, and who could take them */
      message?: string;
    }
  | { ok: false; problem: DecomposeProblem; message: string; cycle?: string[] };

export interface DecomposeOptions {
  /** names of the agents, in the order of the team */
  agents: readonly string[];
  /** absent: taken as cut off, so that nothing is closed for the model */
  finishReason?: FinishReason;
  language?: Language;
}

interface RawTask {
  id: string;
  agent: string;
  task: string;
  dependsOn: string[];
  optional: boolean;
}

const names = {
  id: "id,taskid,number,编号,序号".split(","),
  agent: "agent,agentname,assignee,assignedto,specialist,expert,name,role,智能体,专家,代理,角色".split(","),
  task: "task,subtask,description,instruction,instructions,assignment,任务,子任务,描述".split(","),
  dependsOn: "dependson,dependencies,dependency,depends,deps,requires,after,依赖,依赖于".split(","),
  optional: ["optional", "可选"],
  list: new Set("tasks,subtasks,assignments,agents,plan,decomposition,任务,子任务,分工".split(",")),
};
const aboutTasks = /["'“]?(?:agent\w*|task\w*|subtasks?|depends_?on|任务|子任务)["'”]?\s*[:：]/iu;

/**
 * Reads a decomposition: `{"name": "task"}`, or a list of `{agent, task, dependsOn}`, bare or in an object; of several the last
 * that gives an agent of the team something to do. Names may differ in case, blanks, `-` and `_`. Tasks for agents that do not
 * exist are reported, never dropped in silence.
 *
 * @throws never
 */
export function readDecomposition(reply: string, options: DecomposeOptions): DecomposeRead {
  const { agents, finishReason = "length", language = "en" } = options;
  const words = decomposeWords[language];
  const match = matcher(agents);
  const search = findJson(reply, finishReason);
  const fail = (problem: DecomposeProblem, what: string, cycle?: string[]): DecomposeRead => ({
    ok: false,
    problem,
    message: [what, words.team(agents), words.again, decomposeForm[language]].join("\n"),
    ...(cycle && { cycle }),
  });

  let chosen: { source: JsonCandidate; tasks: RawTask[] } | undefined;
  for (const source of search.values) {
    const tasks = tasksIn(source.value, match, 0)?.filter(({ task }) => task.trim() !== "");
    if (!tasks || tasks.length === 0 || tasks.every(({ task }) => isSample(task))) continue;
    const isKnown = tasks.some(({ agent }) => match(agent) !== undefined);
    const wasKnown = chosen?.tasks.some(({ agent }) => match(agent) !== undefined);
    if (isKnown || !wasKnown) chosen = { source, tasks };
  }
  const unread = unreadAfter(search, chosen?.source.end ?? 0, chosen ? aboutTasks : /(?:)/);
  if (unread === "open") return fail("truncated", words.truncated);
  if (unread) return fail("no_json", words.broken(unread.problem, near(search.text, unread.at)));
  if (!chosen) {
    if (holdsJson(search)) return fail("no_valid_task", words.noTask);
    return options.finishReason === "length" ? fail("truncated", words.truncated) : fail("no_json", words.noJson);
  }

  const strangers = chosen.tasks.filter(({ agent }) => match(agent) === undefined);
  const byAgent = new Map<string, Set<string>>();
  for (const { agent } of chosen.tasks) {
    const name = match(agent);
    if (name !== undefined) byAgent.set(name, new Set());
  }
  if (byAgent.size === 0) return fail("no_valid_task", words.unknownAgents(strangers, agents));
  // Some number the tasks, and name the number instead of the agent.
  const byId = new Map(chosen.tasks.map(({ id, agent }, index) => [id === "" ? String(index + 1) : id, agent]));
  const tasks: AgentTask[] = [];
  const ids = new Set<string>();
  for (const raw of chosen.tasks) {
    const agent = match(raw.agent);
    if (agent === undefined) continue;
    const needed = new Set<string>();
    for (const reference of raw.dependsOn.flatMap((one) => split(one, (name) => match(name) ?? byId.get(name)))) {
      const target = match(reference) ?? match(byId.get(reference.trim()) ?? "");
      if (target === undefined || !byAgent.has(target)) {
        return fail("unknown_dependency", words.unknownDependency(agent, reference, [...byAgent.keys()]));
      }
      needed.add(target);
      byAgent.get(agent)?.add(target);
    }
    const dependsOn = agents.filter((name) => needed.has(name));
    let id = agent;
    for (let number = 2; ids.has(id); number++) id = `${agent}-${number}`;
    ids.add(id);
    tasks.push({ id, agent, task: raw.task, dependsOn, ...(raw.optional && { optional: true }) });
  }
  // Who depends on an agent waits for all its tasks. Of two tasks of its own, one may build on the other.
  const isAlone = (agent: string) => tasks.filter((task) => task.agent === agent).length === 1;
  const cycle = findCycle(
    [...byAgent].map(([id, needed]) => ({ id, dependsOn: [...needed].filter((one) => one !== id || isAlone(id)) })),
  );
  if (cycle) return fail("cycle", words.cycle(cycle), cycle);
  if (strangers.length === 0) return { ok: true, tasks, unknown: [] };
  const message = [words.unknownAgents(strangers, agents), words.again, decomposeForm[language]].join("\n");
  return { ok: true, tasks, unknown: strangers.map(({ agent, task }) => ({ agent, task })), message };
}

type Match = (name: string) => string | undefined;

/** The agent that a name means: the exact one, or the only one that differs in case, marks around it, blanks, `-` and `_`. */
function matcher(agents: readonly string[]): Match {
  const folded = new Map<string, string | null>();
  for (const agent of new Set(agents)) folded.set(foldKey(agent), folded.has(foldKey(agent)) ? null : agent);
  return (name) => {
    const bare = bareToolName(name);
    return [name, bare].find((one) => agents.includes(one)) ?? folded.get(foldKey(bare)) ?? undefined;
  };
}

/** The tasks of a value; undefined if it is no decomposition. */
function tasksIn(value: unknown, match: Match, depth: number): RawTask[] | undefined {
  if (Array.isArray(value)) {
    const tasks = value.map((item) => taskIn(item) ?? pairIn(item, match));
    return tasks.every((task) => task !== undefined) ? tasks : undefined;
  }
  if (!isObject(value) || depth > 1) return undefined;
  const alone = taskIn(value);
  if (alone) return [alone];
  const entries = Object.entries(value);
  for (const [key, part] of entries) {
    if (!names.list.has(foldKey(key)) || match(key) !== undefined) continue;
    const inside = tasksIn(part, match, depth + 1);
    if (inside) return inside;
  }
  const tasks = entries.map(([agent, part]) => assigned(agent, part));
  return tasks.every((task) => task !== undefined) ? tasks : undefined;
}

/** `{"agent": …, "task": …}` */
function taskIn(value: unknown): RawTask | undefined {
  if (!isObject(value)) return undefined;
  const fields = fieldsOf(value);
  const agent = textOf(firstField(fields, names.agent));
  const task = firstField(fields, names.task);
  return agent === "" || task === undefined ? undefined : { ...rest(value), agent, task: textOf(task) };
}

/** `{"finance": "…"}` as an item of a list */
function pairIn(value: unknown, match: Match): RawTask | undefined {
  if (!isObject(value)) return undefined;
  const [entry, ...more] = Object.entries(value);
  return entry && more.length === 0 && match(entry[0]) !== undefined ? assigned(entry[0], entry[1]) : undefined;
}

const nothingElse = { id: "", dependsOn: [], optional: false };

/** A name and what stands under it: the task, or an object that holds it. Null is no task. */
function assigned(agent: string, value: unknown): RawTask | undefined {
  if (value === null) return { agent, task: "", ...nothingElse };
  if (typeof value === "string" || value instanceof BareWord) {
    const task = textOf(value);
    return { agent, task: meansNothing(task) ? "" : task, ...nothingElse };
  }
  if (Array.isArray(value)) {
    const isList = value.every((item) => typeof item === "string");
    return isList ? { agent, task: textOf(value), ...nothingElse } : undefined;
  }
  if (!isObject(value)) return undefined;
  const task = firstField(fieldsOf(value), names.task);
  return task === undefined ? undefined : { ...rest(value), agent, task: textOf(task) };
}

function rest(value: Record<string, unknown>): Pick<RawTask, "id" | "dependsOn" | "optional"> {
  const fields = fieldsOf(value);
  return {
    id: textOf(firstField(fields, names.id)).trim(),
    dependsOn: names.dependsOn.flatMap((name) => listOf(fields.get(name))),
    optional: /^(?:true|yes|是)$/i.test(textOf(firstField(fields, names.optional)).trim()),
  };
}

function listOf(value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [];
  if (Array.isArray(value)) return value.flatMap(listOf);
  const text = textOf(value).trim();
  return text === "" || meansNothing(text) ? [] : [text];
}

/** A text may name several agents. */
function split(reference: string, match: Match): string[] {
  if (match(reference) !== undefined) return [reference];
  const parts = reference.split(/[,，、;；]|\s+(?:and|&)\s+|[和与及]/u).filter((part) => part.trim() !== "");
  return parts.length > 1 ? parts : [reference];
}
