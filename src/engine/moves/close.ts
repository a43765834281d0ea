// close: the last word of an agent that must stop. One call without tools, paid from the room that was kept for it.
import type { Limit } from "../budget.ts";
import { StopError, type Stop } from "../errors.ts";
import type { Language, WarningValues } from "../events.ts";
import { closingCall } from "../prompt-sizes.ts";
import { askFor, think, type ThinkOptions } from "./think.ts";
import { warn, type Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";

/** The run's own closing call may use the room that was kept for it; an agent's only what is left besides. */
const optionsFor = (ctx: Context): ThinkOptions => ({
  name: "closing call",
  isAnswer: ctx.agent.isMain,
  isLastWord: true,
  outputTokens: closingCall.outputTokens,
});

/**
 * Asks for the best answer that what is there allows. Null: that call does not fit, or failed; a warning says why.
 *
 * @throws StopError only if the run is stopped meanwhile
 */
export async function close(ctx: Context, stop: Stop): Promise<string | null> {
  const versions = versionsOf(ctx, stop);
  if (!versions) {
    noAnswer(ctx, "The run ended before anything was there to answer from.", { form: "nothing" });
    return null;
  }
  const fitting = thatFits(ctx, versions);
  if (!fitting) {
    noAnswer(ctx, "The call for it does not fit into what is left of the budget.", { form: "budget" });
    return null;
  }
  try {
    const reply = await think(ctx, fitting, optionsFor(ctx));
    const answer = ctx.agent.readAnswer(reply.text);
    if (answer === null) noAnswer(ctx, "The closing reply held no answer.", { form: "reply" });
    return answer;
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    noAnswer(ctx, error.message, { why: error.message });
    if (error.stop.code === "aborted") throw error;
    return null;
  }
}

/** Results in a prompt are cut down to so many characters where they do not fit as they are. */
const shorter = [400, 100] as const;

/** What the closing call may read: all there is, and the same with shorter results; made when looked at. */
function versionsOf({ agent, run }: Context, stop: Stop): (() => Conversation)[] | null {
  const { language } = run;
  const words = { role: "user", content: closingWords[language](reasonOf(stop, language)) } as const;
  const { summary, talk } = agent;
  if (summary) {
    return [undefined, ...shorter].map((most) => () => {
      const conversation = summary(most);
      conversation.add(words);
      return conversation;
    });
  }
  if (!talk) return null;
  for (const call of talk.openCalls()) {
    talk.add({ role: "tool", toolCallId: call.id, content: notRun[language] });
  }
  talk.add(words);
  return [() => talk, ...shorter.map((most) => () => talk.abridged(most, language))];
}

/** Room was kept for what was there before the last results: long ones give way. Waits where only calls in flight stand in its way. */
function thatFits(ctx: Context, versions: readonly (() => Conversation)[]): Conversation | undefined {
  let later: Conversation | undefined;
  for (const version of versions) {
    const talk = version();
    const fits = ctx.run.purse.fits(askFor(ctx, talk, optionsFor(ctx)));
    if (fits === "now") return talk;
    if (fits === "later") later = talk;
  }
  return later;
}

function noAnswer(ctx: Context, why: string, values: WarningValues): void {
  warn(ctx, "no-closing-answer", `There is no closing answer. ${why}`, values);
}

const notRun: Record<Language, string> = {
  en: "This call was not run: the run has reached a limit.",
  zh: "此调用未执行：运行已达到上限。",
};

/** Why, as the model is told it: what the log says of a limit is English, for a person. */
function reasonOf({ limit, message }: Stop, language: Language): string {
  return (language === "zh" && limit !== undefined && limitsZh[limit as Limit]) || message;
}

const limitsZh: Readonly<Record<Limit, string>> = {
  iterations: "智能体的迭代次数已用完。",
  steps: "计划的步骤数已用完。",
  modelCalls: "模型调用次数已用完，最后一次留给回答。",
  toolCalls: "工具调用次数已用完。",
  tokens: "下一次调用会超出 Token 上限，剩余部分留给回答。",
  usd: "下一次调用会超出费用上限，剩余部分留给回答。",
  wallMs: "时间将尽，剩余时间留给回答。",
  toolTimeoutMs: "工具耗时过长。",
  agentTimeoutMs: "智能体耗时过长。",
  revisions: "计划的修订次数已用完。",
  rounds: "轮数已用完。",
  subtasks: "计划中的子任务已满。",
};

const closingWords: Record<Language, (why: string) => string> = {
  en: (why) =>
    `You must stop here and can call no more tools. ${why} Give the best answer to the task now, from what you have found so far, and say what is missing.`,
  zh: (why) =>
    `到此为止，不能再调用工具。原因：${why} 请根据目前已得到的结果，直接给出对任务的最佳回答，并说明还缺少什么。`,
};
