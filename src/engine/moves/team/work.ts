// inWaves and concludeTeam: a team at work, and what its findings come to.
import type { Language } from "../../events.ts";
import { closingCall } from "../../prompt-sizes.ts";
import { waves } from "../../protocol/plan-graph.ts";
import { shorten, utf8Bytes } from "../../text.ts";
import { answerFrom } from "../answer.ts";
import type { AgentEnd } from "../as-agent.ts";
import { nextSpan, systemText, type Context } from "../context.ts";
import { createConversation, type Conversation } from "../conversation.ts";
import { parallel } from "../span.ts";
import type { SubTask } from "./decompose.ts";

/** How each sub-task ended, by its id; null: it was skipped, since something it needs gave nothing. */
export type TeamEnds = Map<string, AgentEnd | null>;

/** Keeps room for a closing call while the task is still being divided. */
export function readyTeam(ctx: Context): void {
  const ends: TeamEnds = new Map();
  ctx.agent.summary = (most) => teamTalk(ctx, [], ends, most);
  keepRoom(ctx, [], ends);
}

/** What an agent's part is called in the log, and whose results it uses. */
export interface Place {
  id: string;
  causes: string[];
}

/**
 * Runs the sub-tasks in waves: those that depend on nothing open side by side, then those that build on them. One that fails
 * makes those skipped that cannot do without it.
 */
export async function inWaves(
  ctx: Context,
  tasks: readonly SubTask[],
  work: (ctx: Context, task: SubTask, place: Place) => Promise<AgentEnd>,
): Promise<TeamEnds> {
  const ends: TeamEnds = new Map();
  const ids = new Map(tasks.map(({ id }) => [id, nextSpan(ctx)]));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  ctx.agent.summary = (most) => teamTalk(ctx, tasks, ends, most);
  for (const wave of waves(tasks)) {
    keepRoom(ctx, tasks, ends);
    const ready = wave.flatMap((id) => byId.get(id) ?? []).filter((task) => canRun(ctx, task, { byId, ends, ids }));
    const bodies = ready.map((task) => async (ctx: Context) => {
      const causes = task.dependsOn.flatMap((id) => ends.get(id)?.span ?? []);
      ends.set(task.id, await work(ctx, task, { id: ids.get(task.id) ?? nextSpan(ctx), causes }));
    });
    await parallel(ctx, bodies);
  }
  return ends;
}

interface Standing {
  byId: ReadonlyMap<string, SubTask>;
  ends: TeamEnds;
  ids: ReadonlyMap<string, string>;
}

function canRun(ctx: Context, task: SubTask, { byId, ends, ids }: Standing): boolean {
  const lacks = task.dependsOn.filter((id) => !byId.get(id)?.optional && hasNothing(ends.get(id)));
  if (lacks.length === 0) return true;
  const span = ids.get(task.id) ?? nextSpan(ctx);
  const failure = { code: "skipped", message: skippedWords[ctx.run.language](lacks.join(", ")) };
  ends.set(task.id, null);
  ctx.run.say({ type: "span.start", span, parent: ctx.span, kind: "agent", name: task.agent, item: task.id });
  ctx.run.say({ type: "span.end", span, status: "skipped", failure });
  return false;
}

const hasNothing = (end: AgentEnd | null | undefined) => !end || end.answer === null;

/** Writes the answer from what the agents found; what is missing is said, with the reason. */
export async function concludeTeam(ctx: Context, tasks: readonly SubTask[], ends: TeamEnds): Promise<string> {
  const causes = [...ends.values()].flatMap((end) => end?.span ?? []);
  const options = { role: "planner", name: "synthesis", isAnswer: true, causes } as const;
  return (await answerFrom(ctx, teamTalk(ctx, tasks, ends), options)).answer;
}

function keepRoom(ctx: Context, tasks: readonly SubTask[], ends: TeamEnds): void {
  const { messages } = teamTalk(ctx, tasks, ends);
  const bytes = messages.reduce((sum, message) => sum + utf8Bytes(message.content) + 16, 0);
  const slack = closingCall.slackTokens + findingInPrompt * tasks.length;
  ctx.run.purse.keepForClosing(ctx.run.models.main.price, bytes + slack, closingCall.outputTokens);
}

/** Longest copy of one agent's finding in the synthesis, in characters. */
const findingInPrompt = 2_000;

function teamTalk(ctx: Context, tasks: readonly SubTask[], ends: TeamEnds, most = findingInPrompt): Conversation {
  const { language, task } = ctx.run;
  const words = synthesisWords[language];
  const findings = tasks.map(({ id, agent, task }) => {
    const end = ends.get(id);
    const text = end?.answer ? shorten(end.answer, most, language) : "";
    const missing =
      end === null ? words.skipped : end?.failure ? words.failed(end.failure.message) : end ? "" : words.open;
    return `[${agent}] ${task}\n${[missing, text].filter(Boolean).join("\n")}`;
  });
  return createConversation([
    { role: "system", content: systemText(ctx, "planner", words.system) },
    { role: "user", content: words.conclude(task, findings.join("\n\n")) },
  ]);
}

const skippedWords: Record<Language, (names: string) => string> = {
  en: (names) => `It needs the findings of ${names}, and there are none.`,
  zh: (names) => `它需要 ${names} 的发现，而这些发现不存在。`,
};

const synthesisWords = {
  en: {
    system:
      "You write the final answer from results. Use only what the agents found, and name the agent in brackets, such as [finance]. Say what is missing, and why.",
    conclude: (task: string, findings: string) => `Task: ${task}\n\nFindings:\n${findings}\n\nWrite the final answer.`,
    failed: (why: string) => `(failed: ${why})`,
    skipped: "(skipped: what it builds on is missing)",
    open: "(not done)",
  },
  zh: {
    system: "你根据各步结果写出最终答案。只使用各成员的发现，并用方括号注明成员，如 [finance]。说明缺少什么以及原因。",
    conclude: (task: string, findings: string) => `任务：${task}\n\n各成员的发现：\n${findings}\n\n请写出最终答案。`,
    failed: (why: string) => `（失败：${why}）`,
    skipped: "（已跳过：缺少其所依赖的内容）",
    open: "（未完成）",
  },
} satisfies Record<Language, unknown>;
