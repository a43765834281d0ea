// A run whose models are called through the server: it is paused while a call waits for the access code.
import type { Model } from "../../engine/index.ts";
import type { Models } from "../models.svelte.ts";
import type { LiveRun } from "../run.svelte.ts";
import { createGuard, type Waiting } from "./guard.ts";

// If the network goes, what a person then needs must be here.
import("./FailureHelp.svelte").catch(() => {});

type ByRole = Readonly<Record<string, Model | undefined>>;

/** Makes what guards the models of one run, of which those behind the server get the guard. */
export function guardRun(models: Models, run: () => LiveRun | null): <M extends ByRole>(ofRun: M) => M {
  const guard = createGuard(models.access, holding(run));
  return (ofRun) => {
    const guarded = Object.entries(ofRun).map(([role, model]) => [
      role,
      model && models.isBehindServer(model.id) ? guard(model) : model,
    ]);
    return Object.fromEntries(guarded) as typeof ofRun;
  };
}

/** Pauses a run while a call of it waits for a person, unless they had paused it themselves. */
function holding(run: () => LiveRun | null): Waiting {
  let wasPaused = false;
  return {
    hold() {
      wasPaused = run()?.state === "paused";
      if (!wasPaused) run()?.pause();
    },
    goOn() {
      if (!wasPaused) run()?.resume();
    },
  };
}
