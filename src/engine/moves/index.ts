// The list of moves, as patterns are given them.
import { act, actAll } from "./act.ts";
import { asAgent } from "./as-agent.ts";
import { ask } from "./ask.ts";
import { answerFrom } from "./answer.ts";
import { systemText, warn } from "./context.ts";
import { createConversation } from "./conversation.ts";
import { keepNotebook } from "./keep-notebook.ts";
import { nativeProtocol } from "./native-protocol.ts";
import { carryOut } from "./plan/carry-out.ts";
import { reflect, reviewAnswer, synthesise } from "./plan/judge.ts";
import { makePlan, revisePlan } from "./plan/make-plan.ts";
import { startProgress, stepsText } from "./plan/progress.ts";
import { planMark, stalls } from "./plan/stall.ts";
import { createBoard } from "./team/board.ts";
import { decompose } from "./team/decompose.ts";
import { refuseTwins, specialist } from "./team/specialist.ts";
import { concludeTeam, inWaves, readyTeam } from "./team/work.ts";
import { parallel, span } from "./span.ts";
import { textProtocol } from "./text-protocol.ts";
import { think } from "./think.ts";
import { toolLoop } from "./tool-loop.ts";

export const moves = {
  answerFrom,
  act,
  actAll,
  asAgent,
  ask,
  carryOut,
  concludeTeam,
  createBoard,
  decompose,
  inWaves,
  keepNotebook,
  refuseTwins,
  specialist,
  createConversation,
  makePlan,
  nativeProtocol,
  parallel,
  planMark,
  readyTeam,
  stalls,
  reflect,
  reviewAnswer,
  revisePlan,
  span,
  startProgress,
  stepsText,
  synthesise,
  systemText,
  textProtocol,
  think,
  toolLoop,
  warn,
};

export type Moves = typeof moves;
