// decompose: the coordinator divides a task among the agents of a team.
import type { Language } from "../../events.ts";
import { decomposeForm, readDecomposition, type AgentTask } from "../../protocol/decompose-reply.ts";
import { ask, type Readable } from "../ask.ts";
import { systemText, warn, type Context } from "../context.ts";
import { createConversation } from "../conversation.ts";
import { span } from "../span.ts";
import type { Reply } from "../think.ts";

export interface Member {
  readonly name: string;
  readonly role: string;
}

/** One agent's part of the task. */
export interface SubTask {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  /** ids of the sub-tasks whose findings it is shown */
  readonly dependsOn: readonly string[];
  /** what builds on it can do without it */
  readonly optional: boolean;
}

/**
 * Has the task divided. What cannot be read is asked for once more, with the fault named and the tasks of unknown agents offered
 * again; after that every agent gets the whole task (the first alone, if the budget holds no more), marked as such.
 */
export async function decompose(ctx: Context, team: readonly Member[]): Promise<SubTask[]> {
  const { language, task } = ctx.run;
  const words = coordinatorWords[language];
  const talk = createConversation([
    { role: "system", content: systemText(ctx, "planner", words.system(team)) },
    { role: "user", content: words.task(task) },
  ]);
  return span(ctx, "plan", "decomposition", async (ctx) => {
    let firstTry = true;
    const read = ({ text, finishReason }: Reply): Readable<SubTask[]> => {
      const found = readDecomposition(text, { agents: team.map(({ name }) => name), finishReason, language });
      if (!found.ok) return found;
      const again = firstTry && found.unknown.length > 0;
      firstTry = false;
      if (again) return { ok: false, problem: "unknown_agent", message: found.message ?? "" };
      if (found.unknown.length > 0) {
        const names = found.unknown.join(", ");
        warn(ctx, "unknown-agent", `Work was given to agents that are not in the team, and is not done: ${names}.`, {
          names,
        });
      }
      return { ok: true, value: withIds(found.tasks) };
    };
    const asked = await ask(ctx, talk, read, { role: "planner", responseSchema: schemaFor(team) });
    const tasks = asked.ok ? asked.value : everyAgent(ctx, team);
    if (!asked.ok)
      warn(
        ctx,
        "no-decomposition",
        `The division of the task could not be read (${asked.problem}): each agent gets the whole task.`,
      );
    ctx.run.say({
      type: "plan",
      span: ctx.span,
      revision: 0,
      by: "model",
      why: "",
      items: tasks.map(({ id, agent, task, dependsOn }) => ({
        id,
        name: agent,
        description: task,
        dependsOn: [...dependsOn],
        state: "todo",
      })),
      ...(!asked.ok && { fallback: true, notes: [asked.message] }),
    });
    for (const { agent, task, dependsOn } of tasks) {
      ctx.run.say({
        type: "handoff",
        span: ctx.span,
        from: "coordinator",
        to: agent,
        task,
        ...(dependsOn.length > 0 && { dependsOn: [...dependsOn] }),
      });
    }
    return tasks;
  });
}

/** A second sub-task of an agent is `name-2`. Who depends on an agent, depends on all of its sub-tasks. */
function withIds(tasks: readonly AgentTask[]): SubTask[] {
  const counts = new Map<string, number>();
  const numbered = tasks.map((one) => {
    const count = (counts.get(one.agent) ?? 0) + 1;
    counts.set(one.agent, count);
    return { ...one, id: count === 1 ? one.agent : `${one.agent}-${count}` };
  });
  return numbered.map(({ id, agent, task, dependsOn, optional = false }) => ({
    id,
    agent,
    task,
    dependsOn: numbered.flatMap((other) => (other.id !== id && dependsOn.includes(other.agent) ? [other.id] : [])),
    optional,
  }));
}

function everyAgent(ctx: Context, team: readonly Member[]): SubTask[] {
  const { limits, spent } = ctx.run.purse;
  // One call each, the closing call, and the synthesis.
  const holds = limits.modelCalls - spent.modelCalls >= team.length + 2;
  return team
    .slice(0, holds ? team.length : 1)
    .map(({ name }) => ({ id: name, agent: name, task: ctx.run.task, dependsOn: [], optional: true }));
}

function schemaFor(team: readonly Member[]): Record<string, unknown> {
  const names = team.map(({ name }) => name);
  return {
    type: "object",
    properties: {
      tasks: {
        type: "array",
        maxItems: team.length * 2,
        items: {
          type: "object",
          properties: {
            agent: { enum: names },
            task: { type: "string", maxLength: 600 },
            dependsOn: { type: "array", maxItems: team.length, items: { enum: names } },
          },
          required: ["agent", "task", "dependsOn"],
        },
      },
    },
    required: ["tasks"],
  };
}

interface CoordinatorWords {
  system(team: readonly Member[]): string;
  task(task: string): string;
}

const list = (team: readonly Member[]) => team.map(({ name, role }) => `- ${name}: ${role}`).join("\n");

const coordinatorWords: Record<Language, CoordinatorWords> = {
  en: {
    system: (team) => `You are the coordinator of a team. Divide the task among the agents as JSON, and nothing else:
${decomposeForm.en}
- "agent" is one of the agents below; leave out those who are not needed.
- "task" holds all that the agent must know: it sees its own part, the whole task, and the findings of those it depends on.
- "dependsOn" lists the agents whose findings it needs. The others work side by side.

Agents:
${list(team)}`,
    task: (task) => `Task: ${task}`,
  },
  zh: {
    system: (team) => `你是团队的协调者。请把任务分给各成员，只写 JSON：
${decomposeForm.zh}
- "agent" 是下列成员之一；不需要的成员可以不写。
- "task" 写明该成员需要知道的一切：它能看到自己的部分、完整任务，以及它所依赖成员的发现。
- "dependsOn" 列出它需要其发现的成员；其余成员并行工作。

成员：
${list(team)}`,
    task: (task) => `任务：${task}`,
  },
};
