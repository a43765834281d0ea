// What a run needs before it starts, checked: pattern, settings, budget, models, tools.
import { completeBudget, defaultBudget, type Budget } from "./budget.ts";
import type { Drills } from "./drills.ts";
import { messageOf, StopError } from "./errors.ts";
import { logFormat, type AgentText, type FactOf, type Language, type ModelInfo, type Role } from "./events.ts";
import type { Clock } from "./clock.ts";
import type { OnHold } from "./holds.ts";
import { languageOf } from "./language.ts";
import type { Model } from "./model/model.ts";
import { patterns } from "./patterns/index.ts";
import type { Pattern } from "./patterns/pattern.ts";
import type { SavedStates } from "./notebook/notebook.ts";
import type { PlanStorage } from "./notebook/plan-storage.ts";
import { problems, z } from "./schema.ts";
import { tools as allTools } from "./tools/index.ts";
import type { Documents, Tables } from "./tools/data.ts";
import type { Files, Tool } from "./tools/tool.ts";

export interface StartOptions {
  pattern: string;
  /** the pattern's own; checked by its schema */
  settings?: Record<string, unknown>;
  /** the roles that are not given use the main model */
  models: { main: Model } & Partial<Record<Exclude<Role, "main">, Model>>;
  /** default: all bundled tools whose port is given */
  tools?: readonly Tool[];
  budget?: Partial<Budget>;
  /** default: true */
  loopRules?: boolean;
  seed?: number;
  /** default: from the task's script */
  language?: Language;
  /** what tools reach; files are kept in memory by default, documents and tables are there only if given */
  ports?: { files?: Files; documents?: Documents; tables?: Tables; plans?: PlanStorage; states?: SavedStates };
  /** longest reply asked for, in tokens; default 2048 */
  outputTokens?: number;
  temperatures?: Partial<Record<Role, number>>;
  /** names and system texts of a person's own, by role */
  agents?: Partial<Record<Role, AgentText>>;
  /** stops the run like `stop()` */
  signal?: AbortSignal;
  onText?: (span: string, text: string) => void;
  /** Asks the person. Without it a limit finishes the run. */
  onHold?: OnHold;
  clock?: Clock;
  /** the run this one was forked from */
  parentRun?: string;
}

export interface Prepared {
  pattern: Pattern;
  settings: Record<string, unknown>;
  budget: Budget;
  models: Record<Role, Model>;
  tools: ReadonlyMap<string, Tool>;
  language: Language;
}

const defaultOutputTokens = 2_048;

/**
 * @returns what a run needs, or the StopError `config` that names what is wrong; the log is closed with it
 */
export function prepare(task: string, options: StartOptions): Prepared | StopError {
  try {
    if (typeof task !== "string" || task.trim() === "") throw config("The task is empty. Write what is to be done.");
    const pattern = patterns.find((one) => one.id === options.pattern);
    if (!pattern) {
      const known = patterns.map((one) => one.id).join(", ");
      throw config(`There is no pattern "${String(options.pattern)}". The patterns are: ${known}.`);
    }
    const parsed = z.core.safeParse(pattern.settings, options.settings ?? {});
    if (!parsed.success) throw config(`The settings of ${pattern.id} cannot be used. ${problems(parsed.error)}`);
    const models = completeModels(options.models);
    const budget = completeBudget(options.budget, {
      defaults: pattern.budget,
      priced: pattern.roles.every((role) => models[role].price !== null),
    });
    const given = options.outputTokens ?? defaultOutputTokens;
    if (!Number.isInteger(given) || given < 1)
      throw config(`outputTokens is ${given}: it must be a whole number of tokens above 0.`);
    return {
      pattern,
      settings: parsed.data,
      budget,
      models,
      tools: toolMap(pattern.usesTools ? (options.tools ?? toolsWith(options)) : []),
      language: options.language ?? languageOf(task),
    };
  } catch (error) {
    if (error instanceof StopError) return error;
    return config(messageOf(error));
  }
}

const config = (message: string) => new StopError({ code: "config", message });

function completeModels(given: StartOptions["models"]): Record<Role, Model> {
  if (typeof given?.main?.complete !== "function") throw config("There is no main model. Choose one.");
  const { main, planner = main, executor = main, reviewer = main } = given;
  return { main, planner, executor, reviewer };
}

/** A model that is offered a tool tries it: one that could only fail would cost calls. A tool that was asked for by name stays, and fails clearly. */
function toolsWith({ ports, onHold }: StartOptions): readonly Tool[] {
  const given = { ...ports, person: onHold };
  return allTools.filter(({ needs }) => needs === null || given[needs] !== undefined);
}

function toolMap(tools: readonly Tool[]): Map<string, Tool> {
  const map = new Map<string, Tool>();
  for (const tool of tools) {
    if (map.has(tool.name)) throw config(`Two tools are called "${tool.name}". Rename one of them.`);
    map.set(tool.name, tool);
  }
  return map;
}

/** The first event of a run, also of one that cannot start. */
export function runStart(
  task: string,
  options: StartOptions,
  ready: Prepared | StopError,
  startedAt: string,
): FactOf<"run.start"> {
  const refused = ready instanceof StopError;
  const models = Object.entries(options.models ?? {}).filter(([, model]) => typeof model?.complete === "function");
  return {
    type: "run.start",
    format: logFormat,
    task: String(task),
    pattern: refused ? String(options.pattern) : ready.pattern.id,
    settings: refused ? {} : plainSettings(ready.settings),
    budget: refused ? defaultBudget : { ...ready.budget },
    models: Object.fromEntries(models.map(([role, model]) => [role, modelInfo(model)])),
    tools: refused
      ? []
      : [...ready.tools.values()].map(({ name, description, readOnly, usdPerCall }) => ({
          name,
          description,
          readOnly,
          usdPerCall,
        })),
    language: refused ? languageOf(String(task)) : ready.language,
    loopRules: options.loopRules ?? true,
    ...(options.agents && { agents: options.agents }),
    ...(options.temperatures && { temperatures: options.temperatures }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(!refused && drillsOf(ready)),
    startedAt,
    ...(options.parentRun !== undefined && { parentRun: options.parentRun }),
  };
}

/** What misbehaves on purpose, as the run's models and tools tell of it. */
function drillsOf({ pattern, models, tools }: Prepared): { drills?: Drills } {
  const spoilt = [...new Set(pattern.roles.map((role) => models[role]))].flatMap((model) => model.drills ?? []);
  const faulty = [...tools.values()].flatMap((tool) => tool.drills ?? []);
  const seed = [...spoilt, ...faulty][0]?.seed;
  if (seed === undefined) return {};
  // One list of personas may serve several roles.
  const personas = new Map(spoilt.flatMap((one) => one.personas).map((persona) => [JSON.stringify(persona), persona]));
  return { drills: { personas: [...personas.values()], faults: [...(faulty[0]?.faults ?? [])], seed } };
}

/** Settings as the log holds them: a function, such as a hint maker of one's own, is only named. */
function plainSettings(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === "function" ? "custom" : value]];
    }),
  );
}

function modelInfo(model: Model): ModelInfo {
  const { id, price, priceSource, priceDate, contextTokens, maxOutputTokens, can, notice } = model;
  return {
    id,
    price,
    ...(priceSource !== undefined && { priceSource }),
    ...(priceDate !== undefined && { priceDate }),
    can,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(notice !== undefined && { notice }),
  };
}

export { defaultOutputTokens };
