// The list of personas, and what they make of a request: whether it is answered, how late, and with what.
import { personaIds, type Drills, type Persona, type PersonaId } from "../../../drills.ts";
import { ModelFailureError, type ModelRequest } from "../../model.ts";
import type { WholeReply } from "../reply.ts";
import { contradicts, obeys } from "./answering.ts";
import { badArguments, unknownTools } from "./calling.ts";
import { acts } from "./chance.ts";
import { loops, neverComplete, rewords } from "./circling.ts";
import { occasionOf, type Misbehave } from "./occasion.ts";
import { dropsDependency, forgetsStep } from "./planning.ts";
import { breaksFormat, chants, cutOff, overspends } from "./writing.ts";

/** What becomes of a reply. `ignores-nudges` has no line: the ones that circle heed a nudge unless it is there. */
const writers: Partial<Record<PersonaId, Misbehave>> = {
  loops,
  rewords,
  "never-complete": neverComplete,
  obeys,
  "forgets-step": forgetsStep,
  "drops-dependency": dropsDependency,
  "unknown-tools": unknownTools,
  "bad-arguments": badArguments,
  contradicts,
  overspends,
  "breaks-format": breaksFormat,
  chants,
  "cut-off": cutOff,
};

/** What a misbehaving model does with one request. */
export interface Drilled {
  /** ms before its first word */
  waitMs: number;
  /** It never answers. */
  hangs: boolean;
  /** It is refused. */
  failure: ModelFailureError | null;
  misbehave(reply: WholeReply): WholeReply;
}

const defaultSlowSeconds = 20;

/** Depends on the request and the drills alone: the same request meets the same fate. */
export function drilled(request: ModelRequest, { personas, seed }: Pick<Drills, "personas" | "seed">): Drilled {
  const active = personas.filter((persona) => acts(persona, request, seed));
  const of = (id: PersonaId) => active.find((persona) => persona.id === id);
  const failing = of("fails");
  const slow = of("slow");
  return {
    waitMs: slow ? (slow.seconds ?? defaultSlowSeconds) * 1_000 : 0,
    hangs: of("hangs") !== undefined,
    failure: failing ? refusal(failing) : null,
    misbehave(reply) {
      const company = new Set(active.map(({ id }) => id));
      const occasion = occasionOf(request, company, seed);
      const order = personaIds.filter((id) => company.has(id));
      return order.reduce((written, id) => writers[id]?.(written, occasion) ?? written, reply);
    },
  };
}

function refusal({ status = 429 }: Persona): ModelFailureError {
  return status === 429
    ? new ModelFailureError({
        code: "rate-limited",
        status,
        message: "Drill: the server answered 429, too many requests.",
        retryable: true,
        retryAfterMs: 1_000,
        free: true,
      })
    : new ModelFailureError({
        code: "upstream-error",
        status,
        message: "Drill: the server answered 500, internal error.",
        retryable: true,
      });
}
