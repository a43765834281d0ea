// The words of the log: every fact a pattern can say, schema and type in one place.
import { z } from "./schema.ts";
import { budgetSchema } from "./budget.ts";
import { drillsSchema } from "./drills.ts";
import { failureSchema, stopSchema } from "./errors.ts";
import {
  capabilitiesSchema,
  finishReasonSchema,
  messageSchema,
  priceSchema,
  priceSourceSchema,
  speedSchema,
  toolCallSchema,
  usageSchema,
} from "./model/model.ts";

/** Version of the log's format. Raise it with a migration in record.ts. */
export const logFormat = 1;

const spanId = z.string();
const usd = z.number().check(z.nonnegative());
const count = z.int().check(z.nonnegative());

export const languageSchema = z.enum(["en", "zh"]);
export type Language = z.infer<typeof languageSchema>;

export const roleSchema = z.enum(["main", "planner", "executor", "reviewer"]);
/** Which of a run's models makes a call. */
export type Role = z.infer<typeof roleSchema>;

const agentTextSchema = z.object({ name: z.optional(z.string()), text: z.optional(z.string()) });
/** What a person calls the agent of a role, and tells it besides what its pattern says. */
export type AgentText = z.infer<typeof agentTextSchema>;

const modelInfoSchema = z.object({
  id: z.string(),
  price: z.nullable(priceSchema),
  /** absent: whoever offers the model */
  priceSource: z.optional(priceSourceSchema),
  /** the day that a list of prices is of, as YYYY-MM-DD */
  priceDate: z.optional(z.string()),
  contextTokens: z.optional(count),
  maxOutputTokens: z.optional(count),
  can: capabilitiesSchema,
  notice: z.optional(z.string()),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

export const spanKindSchema = z.enum(["agent", "iteration", "plan", "step", "model", "tool", "review"]);
export type SpanKind = z.infer<typeof spanKindSchema>;

export const spanStatusSchema = z.enum(["ok", "failed", "stopped", "skipped"]);
export type SpanStatus = z.infer<typeof spanStatusSchema>;

const runStart = z.object({
  type: z.literal("run.start"),
  format: z.literal(logFormat),
  task: z.string(),
  pattern: z.string(),
  settings: z.record(z.string(), z.unknown()),
  budget: budgetSchema,
  models: z.partialRecord(roleSchema, modelInfoSchema),
  /** names and system texts of a person's own, by role */
  agents: z.optional(z.partialRecord(roleSchema, agentTextSchema)),
  temperatures: z.optional(z.partialRecord(roleSchema, z.number())),
  tools: z.array(z.object({ name: z.string(), description: z.string(), readOnly: z.boolean(), usdPerCall: usd })),
  language: languageSchema,
  loopRules: z.boolean(),
  seed: z.optional(z.int()),
  /** what misbehaves on purpose in this run */
  drills: z.optional(drillsSchema),
  /** wall clock, ISO 8601 in UTC */
  startedAt: z.string(),
  /** the run this one was forked from */
  parentRun: z.optional(z.string()),
});

const spanStart = z.object({
  type: z.literal("span.start"),
  span: spanId,
  /** null: the span of the run itself */
  parent: z.nullable(spanId),
  kind: spanKindSchema,
  name: z.string(),
  /** spans whose results it uses */
  causes: z.optional(z.array(spanId)),
  /** id of the plan item that it carries out */
  item: z.optional(z.string()),
});

const spanEnd = z.object({
  type: z.literal("span.end"),
  span: spanId,
  status: spanStatusSchema,
  failure: z.optional(failureSchema),
});

const modelRequest = z.object({
  type: z.literal("model.request"),
  span: spanId,
  model: z.string(),
  role: roleSchema,
  /** the span of the request that this one grows from */
  continues: z.optional(spanId),
  /** how many of that request's messages still stand, from the front */
  keep: z.optional(count),
  /** the messages that follow those kept */
  messages: z.array(messageSchema),
  maxOutputTokens: count,
  temperature: z.optional(z.number()),
  seed: z.optional(z.int()),
  stop: z.optional(z.array(z.string())),
  tools: z.optional(z.array(z.string())),
  toolChoice: z.optional(z.enum(["auto", "none", "required"])),
  responseSchema: z.optional(z.record(z.string(), z.unknown())),
  /** set aside for this call before it was sent */
  reserved: z.object({
    tokens: count,
    usd,
    /**
     * what was kept besides for the closing call that would follow, which `grows` with what this call reads and writes; absent:
     * none
     */
    closing: z.optional(z.object({ tokens: count, usd, grows: z.boolean() })),
  }),
});

const modelReply = z.object({
  type: z.literal("model.reply"),
  span: spanId,
  text: z.string(),
  reasoning: z.optional(z.string()),
  toolCalls: z.optional(z.array(toolCallSchema)),
  /** null: it failed or was cut by us, `text` is what had arrived */
  finishReason: z.nullable(finishReasonSchema),
  usage: z.optional(usageSchema),
  /** how `usage` and `usd` are known; absent: as the provider counted them */
  certainty: z.optional(z.enum(["estimated", "at-most"])),
  usd,
  msToFirstToken: z.optional(z.number()),
  /** as the model's runtime measured it */
  speed: z.optional(speedSchema),
});

const thought = z.object({ type: z.literal("thought"), span: spanId, text: z.string() });

const toolCall = z.object({
  type: z.literal("tool.call"),
  span: spanId,
  callId: z.string(),
  tool: z.string(),
  /** as the tool got them; the model's own text where they could not be read */
  arguments: z.unknown(),
  usd: z.optional(usd),
});

const observation = z.object({
  type: z.literal("observation"),
  span: spanId,
  /** the whole result, as text or plain JSON */
  output: z.optional(z.unknown()),
  failure: z.optional(failureSchema),
  /** what the model was shown, where that is not `output` or the failure's message */
  shown: z.optional(z.string()),
});

export const planStateSchema = z.enum(["todo", "in_progress", "done", "failed", "skipped", "abandoned"]);
/** How far a plan item is. A notebook knows `abandoned`, the other patterns `failed` and `skipped`. */
export type PlanState = z.infer<typeof planStateSchema>;

const planItemSchema = z.object({
  id: z.string(),
  /** short name, where the pattern has one */
  name: z.optional(z.string()),
  description: z.string(),
  expected: z.optional(z.string()),
  /** null: a model call without tools */
  tool: z.optional(z.nullable(z.string())),
  input: z.optional(z.record(z.string(), z.unknown())),
  dependsOn: z.optional(z.array(z.string())),
  state: planStateSchema,
  outcome: z.optional(z.string()),
});
/** One item of a plan: a step, or a sub-task of a notebook. */
export type PlanItem = z.infer<typeof planItemSchema>;

const plan = z.object({
  type: z.literal("plan"),
  span: spanId,
  /** 0: the first; each later one stands in its place */
  revision: count,
  by: z.enum(["model", "person"]),
  /** why it was written, or why it was changed */
  why: z.string(),
  name: z.optional(z.string()),
  items: z.array(planItemSchema),
  /** what was mended or noticed while it was read */
  notes: z.optional(z.array(z.string())),
  /** True: no plan could be read, this one stands in for it. */
  fallback: z.optional(z.boolean()),
});

const planStep = z.object({
  type: z.literal("plan.step"),
  span: spanId,
  item: z.string(),
  state: planStateSchema,
  outcome: z.optional(z.string()),
});

const boardWrite = z.object({
  type: z.literal("board.write"),
  span: spanId,
  key: z.string(),
  /** 1: the first entry of this key; a later one stands beside it, not in its place */
  version: count,
  author: z.string(),
  text: z.string(),
});

const boardRead = z.object({
  type: z.literal("board.read"),
  /** the span of the agent that was shown them */
  span: spanId,
  agent: z.string(),
  entries: z.array(z.object({ key: z.string(), version: count })),
});

const review = z.object({
  type: z.literal("review"),
  span: spanId,
  passed: z.boolean(),
  /** 0..1; null: none was given */
  score: z.nullable(z.number()),
  feedback: z.string(),
  /** completeness, accuracy, relevance, each 0..1 */
  parts: z.optional(z.record(z.string(), z.number())),
});

const handoff = z.object({
  type: z.literal("handoff"),
  span: spanId,
  from: z.string(),
  to: z.string(),
  task: z.string(),
  /** agents whose findings it is shown */
  dependsOn: z.optional(z.array(z.string())),
});

const nudge = z.object({
  type: z.literal("nudge"),
  span: spanId,
  /** whether the agent was told, or ended; absent in older logs */
  level: z.optional(z.enum(["nudge", "stop"])),
  rule: z.string(),
  count,
  /** spans of the calls, replies or rounds that the rule compared */
  spans: z.array(spanId),
  text: z.string(),
});

const hold = z.object({
  type: z.literal("hold"),
  span: spanId,
  id: z.string(),
  kind: z.enum(["pause", "approval", "limit", "question"]),
  limit: z.optional(z.string()),
  value: z.optional(z.nullable(z.number())),
  used: z.optional(z.number()),
  text: z.optional(z.string()),
  /** likely answers to a question */
  options: z.optional(z.array(z.string())),
});

const decision = z.object({
  type: z.literal("decision"),
  span: spanId,
  /** the hold it answers */
  hold: z.string(),
  by: z.enum(["person", "nobody"]),
  choice: z.enum(["resume", "approve", "change", "raise", "finish", "stop", "answer"]),
  /** the new value of the limit, for `raise` */
  value: z.optional(z.nullable(z.number())),
  text: z.optional(z.string()),
});

const limit = z.object({
  type: z.literal("limit"),
  span: spanId,
  limit: z.string(),
  value: z.nullable(z.number()),
  used: z.number(),
  message: z.string(),
});

/** What a message was made of: whoever shows it in another language makes it anew from the code and these. */
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number()]));

const warning = z.object({
  type: z.literal("warning"),
  span: spanId,
  code: z.string(),
  message: z.string(),
  /** `form` chooses among the sentences of one code */
  values: z.optional(valuesSchema),
});
export type WarningValues = z.infer<typeof valuesSchema>;

const runEnd = z.object({
  type: z.literal("run.end"),
  status: z.enum(["completed", "stopped", "failed"]),
  answer: z.nullable(z.string()),
  stop: z.optional(stopSchema),
});

const facts = [
  runStart,
  spanStart,
  spanEnd,
  modelRequest,
  modelReply,
  thought,
  toolCall,
  observation,
  plan,
  planStep,
  boardWrite,
  boardRead,
  review,
  handoff,
  nudge,
  hold,
  decision,
  limit,
  warning,
  runEnd,
] as const;

const mark = {
  /** 0, 1, 2 … */
  seq: count,
  /** ms since `run.start` */
  at: z.number().check(z.nonnegative()),
  /** its result was taken from an earlier log: no call, no cost */
  recalled: z.optional(z.boolean()),
};

const withMark = <S extends (typeof facts)[number]>(schema: S) => z.extend(schema, mark);

/** What happened, as a pattern or a move says it. */
export type Fact = z.infer<(typeof facts)[number]>;
export type FactOf<Type extends Fact["type"]> = Extract<Fact, { type: Type }>;

/** What the recorder adds to a fact. */
export interface Mark {
  readonly seq: number;
  readonly at: number;
  readonly recalled?: boolean | undefined;
}

export type RunEvent = Readonly<Fact> & Mark;
export type EventOf<Type extends Fact["type"]> = Extract<RunEvent, { readonly type: Type }>;

export const eventSchema = z.discriminatedUnion("type", [
  withMark(runStart),
  withMark(spanStart),
  withMark(spanEnd),
  withMark(modelRequest),
  withMark(modelReply),
  withMark(thought),
  withMark(toolCall),
  withMark(observation),
  withMark(plan),
  withMark(planStep),
  withMark(boardWrite),
  withMark(boardRead),
  withMark(review),
  withMark(handoff),
  withMark(nudge),
  withMark(hold),
  withMark(decision),
  withMark(limit),
  withMark(warning),
  withMark(runEnd),
]);

/** The span that holds the whole run. */
export const rootSpan = "1";
