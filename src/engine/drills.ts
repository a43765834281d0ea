// Drills: the ways in which a model or a tool misbehaves on purpose, as a person chooses them and a log holds them.
import { z } from "./schema.ts";

/** In the order in which they work on one reply: what is done, then what is wrong with it, then how it is written and sent. */
export const personaIds = [
  "loops",
  "rewords",
  "never-complete",
  "ignores-nudges",
  "obeys",
  "forgets-step",
  "drops-dependency",
  "unknown-tools",
  "bad-arguments",
  "contradicts",
  "overspends",
  "breaks-format",
  "chants",
  "cut-off",
  "slow",
  "hangs",
  "fails",
] as const;

const rate = z.number().check(z.minimum(0), z.maximum(1));
const place = z.int().check(z.positive());

export const personaSchema = z.object({
  id: z.enum(personaIds),
  /** in which part of the model calls, 0..1; default 1 */
  rate: z.optional(rate),
  /** from which model call of a conversation on; default 1, its first */
  fromCall: z.optional(place),
  /** of `fails`: what the server answers; default 429 */
  status: z.optional(z.union([z.literal(429), z.literal(500)])),
  /** of `slow`: seconds before its first word; default 20 */
  seconds: z.optional(z.number().check(z.positive(), z.maximum(3_600))),
});
/** A way in which the rehearsal model misbehaves. Several work together. */
export type Persona = z.infer<typeof personaSchema>;
export type PersonaId = Persona["id"];

export const faultKinds = ["timeout", "error", "empty", "huge", "poisoned"] as const;

export const faultSchema = z.object({
  kind: z.enum(faultKinds),
  /** name of the one tool that has it; absent: every tool */
  tool: z.optional(z.string()),
  /** in which part of the calls, 0..1; default 1 */
  rate: z.optional(rate),
  /** only at this call of the tool, counted from 1 */
  atCall: z.optional(place),
});
/** What a tool gives in place of its result. */
export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault["kind"];

export const drillsSchema = z.object({
  personas: z.array(personaSchema),
  faults: z.array(faultSchema),
  /** of the rates; the same seed hits the same calls */
  seed: z.int(),
});
/** All that misbehaves on purpose in one run. */
export type Drills = z.infer<typeof drillsSchema>;
