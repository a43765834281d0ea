// The list of moves, as patterns are given them.
import { act, actAll } from "./act.ts";
import { accepted, refuseFiltered } from "./answer.ts";
import { createConversation } from "./conversation.ts";
import { nativeProtocol } from "./native-protocol.ts";
import { parallel, span } from "./span.ts";
import { textProtocol } from "./text-protocol.ts";
import { think } from "./think.ts";
import { toolLoop } from "./tool-loop.ts";

export const moves = {
  accepted,
  act,
  actAll,
  createConversation,
  nativeProtocol,
  parallel,
  refuseFiltered,
  span,
  textProtocol,
  think,
  toolLoop,
};

export type Moves = typeof moves;
