// The front door: the only engine file that the page imports.
export { startRun, type Run } from "./run.ts";
export type { StartOptions } from "./prepare.ts";
export type { Outcome } from "./outcome.ts";
export type { Decision, Hold, OnHold } from "./holds.ts";
export { defaultBudget, budgetSchema, tokensWithoutPrice, type Budget, type Limit } from "./budget.ts";
export type { Clock } from "./clock.ts";
export { FailureError, StopError, type Failure, type FailureCode, type Stop } from "./errors.ts";
export {
  rootSpan,
  type AgentText,
  type EventOf,
  type Fact,
  type Language,
  type PlanItem,
  type PlanState,
  type Role,
  type RunEvent,
  type SpanKind,
  type SpanStatus,
} from "./events.ts";
export { languageOf } from "./language.ts";
export { defaultTemperatures } from "./temperatures.ts";

export {
  freePrice,
  ModelFailureError,
  priceSchema,
  type Message,
  type Model,
  type ModelFailure,
  type ModelFailureCode,
  type ModelProgress,
  type ModelReply,
  type ModelRequest,
  type Price,
  type PriceSource,
  type ToolCall,
  type Usage,
} from "./model/model.ts";
export {
  drillsSchema,
  faultKinds,
  personaIds,
  type Drills,
  type Fault,
  type FaultKind,
  type Persona,
  type PersonaId,
} from "./drills.ts";
export { inPageModel, type InPageOptions, type InPageRuntime } from "./model/in-page.ts";
export { proxyModel } from "./model/proxy.ts";
export { rehearsal } from "./model/rehearsal/rehearsal.ts";
export { scripted } from "./model/scripted.ts";

export { patterns } from "./patterns/index.ts";
export type { Pattern } from "./patterns/pattern.ts";
export { defaultTeam, type TeamMember } from "./patterns/multi-agent.ts";
export type { Plan } from "./notebook/plan.ts";
export type { PlanStorage } from "./notebook/plan-storage.ts";
export type { CallGroup, PatternCalls } from "./patterns/pattern.ts";
export type { Estimate, EstimateOptions, EstimateSum } from "./estimate.ts";
export type { EstimatedModel, EstimateRow } from "./estimate-calls.ts";
export { tools } from "./tools/index.ts";
export { toolSpec } from "./tools/spec.ts";
export { memoryFiles } from "./tools/files-memory.ts";
export type {
  Cell,
  ColumnType,
  DocumentHit,
  DocumentInfo,
  DocumentPage,
  Documents,
  QueryOptions,
  QueryResult,
  SearchOptions,
  SearchResult,
  TableColumn,
  TableInfo,
  Tables,
} from "./tools/data.ts";
export { defineTool, type Files, type Tool, type ToolContext } from "./tools/tool.ts";
export { fieldsOf, type Field } from "./fields.ts";
export { jsonSchema } from "./json-schema.ts";

export type { Fold } from "./derive/fold.ts";
export { answerSoFar, type AnswerPart, type AnswerSoFar } from "./derive/answer-so-far.ts";
export { transcript, type ToolUse, type TranscriptEvent, type TranscriptRow } from "./derive/transcript.ts";
export {
  timeline,
  type TimelineBar,
  type TimelineLane,
  type TimelineView,
  type TimelineWait,
} from "./derive/timeline.ts";
export { criticalPath, type PathSegment } from "./derive/critical-path.ts";
export { outline } from "./derive/outline.ts";
export { promptOf } from "./derive/prompts.ts";
export { usage, type UsageView } from "./derive/usage.ts";
export { totals, timesOf, type TotalsView } from "./derive/totals.ts";
export {
  groupings,
  type Grouping,
  type Phase,
  type RowSubject,
  type Spending,
  type Spent,
  type TotalsCall,
  type TotalsRow,
} from "./derive/totals-types.ts";
export { spans, type SpansView, type SpanView } from "./derive/spans.ts";
export { plan, type PlanItemState, type PlanItemView, type PlanRevision, type PlanView } from "./derive/plan.ts";
export { board, type BoardEntry, type BoardReading, type BoardView } from "./derive/board.ts";
export type { GroundedFigure, Grounding, GroundPlace } from "./derive/grounding.ts";
export { demandsOf } from "./derive/demands.ts";
export type { Demands } from "./derive/demand-types.ts";
export { whatIf, type Cut, type SpentThen, type WhatIf } from "./derive/what-if.ts";
export { graph } from "./derive/graph.ts";
export { graphTape, type GraphTape } from "./derive/graph-tape.ts";
export {
  answerNode,
  isGroup,
  type EdgeKind,
  type EdgeLabel,
  type GraphEdge,
  type GraphLoop,
  type GraphMark,
  type GraphNode,
  type NodeKind,
  type NodeState,
} from "./derive/graph-types.ts";
export type { GraphView } from "./derive/graph-notes.ts";
export type {
  AnswerSpread,
  Check,
  CheckVerdict,
  DivergedRun,
  Divergence,
  Judgement,
  JudgeScores,
  ReferenceRow,
  ScoreRow,
  Spread,
  UsedPart,
} from "./race/index.ts";
export type { ReadResult, RecordProblem, RecordProblemCode, RunFile, RunRecord, TypedText } from "./record.ts";
export {
  accessCodeHeader,
  configRoute,
  modelsRoute,
  offerSchema,
  type Offer,
  type OfferedModel,
} from "./model/wire.ts";
/** Faults put into tools on purpose: loaded when a run has any. */
export const loadFaults = () => import("./tools/faults.ts");
/** Reading and writing runs as JSON: loaded when first asked for, as the page does not need it to start. */
export const loadRecord = () => import("./record.ts");

/** What a run can cost, before it starts: for a page that loads it after its first paint. */
export const loadEstimate = () => import("./estimate.ts");

/** Tools for models that take none but keep to a schema: loaded when one is chosen. */
export const loadSchemaTools = () => import("./model/schema-tools.ts");

/** `startRun` for a page that loads it when Run is first pressed. */
export const loadRun = () => import("./run.ts");

/** The graph as a Mermaid flowchart: loaded when a person asks for it. */
export const loadMermaid = () => import("./export/mermaid.ts");

/** Which figures of an answer stand in what the run observed: loaded when an answer is shown. */
export const loadGrounding = () => import("./derive/grounding.ts");

/** Score rows, checks, a judge, divergence: loaded when runs are first compared. */
export const loadRace = () => import("./race/index.ts");
