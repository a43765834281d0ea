// Where a move stands: the run it serves, the span it is in, the agent it acts for.
import type { Budget, Limit } from "../budget.ts";
import type { Stopwatch } from "../clock.ts";
import { StopError } from "../errors.ts";
import type { AgentText, Fact, Language, PlanItem, Role, WarningValues } from "../events.ts";
import { createLoopWatch, type LoopWatch } from "../loops.ts";
import type { Model } from "../model/model.ts";
import type { SavedStates } from "../notebook/notebook.ts";
import type { PlanStorage } from "../notebook/plan-storage.ts";
import type { LimitHit, Payment, Purse, Reservation } from "../purse.ts";
import { within, type Scope } from "../scope.ts";
import type { Documents, Tables } from "../tools/data.ts";
import type { Files, Tool } from "../tools/tool.ts";
import type { Conversation } from "./conversation.ts";

/** What a run gives to its moves. */
export interface RunServices {
  readonly task: string;
  readonly language: Language;
  /** The limits as they stand: a person may raise them. */
  readonly budget: Readonly<Budget>;
  readonly purse: Purse;
  readonly models: Readonly<Record<Role, Model>>;
  readonly temperatures: Readonly<Record<Role, number>>;
  readonly agents: Readonly<Partial<Record<Role, AgentText>>>;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly files: Files;
  readonly documents: Documents | undefined;
  readonly tables: Tables | undefined;
  /** plans that notebooks have closed, also of earlier runs */
  readonly plans: PlanStorage;
  /** where notebooks keep the plan under way, if it is to outlive the run */
  readonly states: SavedStates | undefined;
  readonly seed: number | undefined;
  readonly loopRules: boolean;
  /** longest reply asked for, in tokens */
  readonly outputTokens: number;
  readonly watch: Stopwatch;
  now(): number;
  wall(): number;
  random(): number;
  say(fact: Fact): void;
  onText(span: string, text: string): void;
  /** Resolves when the run is not paused; undefined when it is not paused now. */
  gate(): Promise<void> | undefined;
  /** Asks a person about a limit, until the scope stops. True: it was raised, go on. False: finish with what there is. */
  ask(span: string, hit: LimitReached, scope: Scope): Promise<boolean>;
  /** Shows a plan to the person. */
  approve(span: string, plan: { items: readonly PlanItem[]; text?: string }): Promise<PlanDecision>;
  /** The plan as a person has edited it since this was last asked; null: nobody has. */
  takeEdit(): readonly PlanItem[] | null;
  /** Asks the person something, until the scope stops. Null: nobody is there. */
  question(span: string, asked: Question, scope: Scope): Promise<string | null>;
}

/** What the person is asked; `options`: likely answers, others are welcome. */
export interface Question {
  readonly text: string;
  readonly options?: readonly string[];
}

/** What a person decides on a plan; `items`: the plan as it was edited. */
export type PlanDecision =
  { choice: "approve"; items?: readonly PlanItem[] } | { choice: "change"; text: string } | { choice: "stop" };

export interface LimitReached {
  limit: Limit;
  value: number;
  used: number;
}

/** One agent of a run, with what its own limits count. */
export interface Agent {
  readonly name: string;
  /** The agent of the run itself: room for its closing call is kept in the purse. */
  readonly isMain: boolean;
  /** What it may call; a pattern may add tools of its own before its loop. */
  tools: ReadonlyMap<string, Tool>;
  /** turns of its loop so far */
  iterations: number;
  /** how often it called each tool */
  readonly tried: Map<string, number>;
  readonly loops: LoopWatch | null;
  /** Runs out with its agent timeout; stands still while a call waits in the purse, or its model for a turn or the end of the prompt. Null: it has no timeout of its own. */
  readonly patience: Stopwatch | null;
  /** replies in a row that were cut off by the output limit in the middle of a tool call */
  cutOff: number;
  /** the conversation it is in */
  talk: Conversation | null;
  /** What a closing call reads when it must stop, where that is not the conversation it is in; results no longer than that. */
  summary: ((mostCharacters?: number) => Conversation) | null;
  /** How it writes an answer, for a closing call; null: this text is none. */
  readAnswer: (text: string) => string | null;
}

export function createAgent(
  name: string,
  run: RunServices,
  given: Pick<Agent, "tools"> & Partial<Pick<Agent, "isMain" | "patience">>,
): Agent {
  const agent: Agent = {
    name,
    isMain: given.isMain ?? false,
    tools: given.tools,
    loops: run.loopRules ? createLoopWatch({ isReadOnly: (tool) => agent.tools.get(tool)?.readOnly ?? false }) : null,
    patience: given.patience ?? null,
    iterations: 0,
    tried: new Map(),
    cutOff: 0,
    talk: null,
    summary: null,
    readAnswer: (text) => text.trim() || null,
  };
  return agent;
}

export interface Context {
  readonly run: RunServices;
  /** id of the span you stand in */
  readonly span: string;
  readonly scope: Scope;
  readonly agent: Agent;
  /** spans opened in this one so far */
  children: number;
}

/** A system text with what a person tells the agent of this role besides. */
export function systemText({ run }: Context, role: Role, text: string): string {
  const own = run.agents[role]?.text?.trim();
  return own ? `${text}\n\n${own}` : text;
}

/** The next id in this span. Ids are paths, numbered in the order in which the code opens them. */
export function nextSpan(ctx: Context): string {
  return `${ctx.span}.${++ctx.children}`;
}

/** Throws if the run, or the agent, was stopped; waits while it is paused. Every move starts with it. */
export function checkpoint(ctx: Context): Promise<void> | undefined {
  if (ctx.scope.stopped) throw ctx.scope.stopped;
  return ctx.run.gate();
}

/**
 * A limit was reached: says so, asks the person if there is one, and returns if it was raised.
 *
 * @throws StopError `limit` if it was not
 */
export async function reached(ctx: Context, hit: LimitReached): Promise<void> {
  const message = limitMessage(hit);
  ctx.run.say({ type: "limit", span: ctx.span, limit: hit.limit, value: hit.value, used: hit.used, message });
  if (await ctx.run.ask(ctx.span, hit, ctx.scope)) return;
  if (ctx.scope.stopped) throw ctx.scope.stopped;
  throw limitStop(hit);
}

export const limitStop = (hit: LimitReached): StopError =>
  new StopError({ code: "limit", limit: hit.limit, message: limitMessage(hit) });

/**
 * Waits for the purse. An agent's patience stands still meanwhile, and nothing begins while the run is paused; what comes after
 * the wait was given up is handed back.
 */
export async function claim<Answer extends Reservation | Payment | LimitHit>(
  ctx: Context,
  answer: Promise<Answer>,
): Promise<Answer> {
  ctx.agent.patience?.stop();
  try {
    const result = await within(ctx.scope, answer);
    const paused = ctx.run.gate();
    if (paused) await within(ctx.scope, paused);
    return result;
  } catch (error) {
    ctx.run.purse.giveUp(answer);
    throw error;
  } finally {
    ctx.agent.patience?.start();
  }
}

export const fromPurse = (hit: LimitHit): LimitReached => ({ limit: hit.limit, value: hit.value, used: hit.used });

const limitWords: Record<Limit, (value: number, used: number) => string> = {
  iterations: (value, used) => `The agent has used ${used} of ${value} iterations.`,
  steps: (value, used) => `The plan has run ${used} of ${value} steps.`,
  modelCalls: (value, used) =>
    `The run has made ${used} of ${value} model calls, and the last ones are kept for the answer.`,
  toolCalls: (value, used) => `The run has made ${used} of ${value} tool calls.`,
  tokens: (value, used) =>
    `The next call does not fit: ${used} of ${value} tokens are used, and room is kept for the answer.`,
  usd: (value, used) =>
    `The next call does not fit: ${used.toFixed(6)} of ${value} USD are spent, and room is kept for the answer.`,
  wallMs: (value, used) =>
    `The run has taken ${Math.round(used / 1000)} of ${value / 1000} s, and the rest is kept for the answer.`,
  toolTimeoutMs: (value) => `The tool took longer than ${value / 1000} s.`,
  agentTimeoutMs: (value) => `The agent took longer than ${value / 1000} s.`,
  revisions: (value) => `The plan was revised ${value} times.`,
  rounds: (value) => `All ${value} rounds are used.`,
  subtasks: (value) => `The plan holds ${value} sub-tasks already.`,
};

/** What happened, the value, and how to go on. */
export function limitMessage({ limit, value, used }: LimitReached): string {
  return `${limitWords[limit](value, used)} Raise the limit "${limit}" to go on.`;
}

/** Says something that a person should know of, and the model need not. `values`: what the message was made of. */
export function warn(ctx: Context, code: string, message: string, values?: WarningValues): void {
  ctx.run.say({ type: "warning", span: ctx.span, code, message, ...(values && { values }) });
}

/** Refuses an edit of the plan that nothing can take any more: it was made on a plan that has been carried out or written anew. */
export function refuseLateEdit(ctx: Context): void {
  if (ctx.run.takeEdit())
    warn(
      ctx,
      "edit-refused",
      "The edit came too late: the plan had been carried out, or written anew, before it was taken.",
      { form: "late" },
    );
}
