// The list of patterns. Adding one is a file and a line here.
import { multiAgent } from "./multi-agent.ts";
import type { Pattern } from "./pattern.ts";
import { planExecute } from "./plan-execute.ts";
import { planNotebook } from "./plan-notebook.ts";
import { react } from "./react.ts";
import { single } from "./single.ts";
import { supervisor } from "./supervisor.ts";

export const patterns: readonly Pattern[] = [single, react, planExecute, multiAgent, supervisor, planNotebook];
