// What one reply of an agent means, whichever protocol it was written in.
import type { ToolCall } from "../model/model.ts";

export type MalformedReason = "empty" | "no_directive" | "unknown_tool" | "missing_input" | "bad_input" | "truncated";

export type Turn =
  | { kind: "answer"; thought: string; answer: string }
  | {
      kind: "calls";
      thought: string;
      calls: ToolCall[];
      /** the model wrote an observation of its own; nothing from there on was read */
      fabricatedObservation?: boolean;
      /** the output limit cut the reply off, so that its last call may lack arguments: none may run */
      cutOff?: boolean;
    }
  | {
      kind: "malformed";
      reason: MalformedReason;
      thought: string;
      /** the tool it meant, where it named one */
      tool?: string;
      /** what to tell the model: what was wrong, the shape expected, the tools there are */
      feedback: string;
    };
