// What a person chose, kept in this browser: the task being written, pattern, model, limits, tools, colours.
import {
  defaultBudget,
  defaultTemperatures,
  drillsSchema,
  priceSchema,
  tools,
  type AgentText,
  type Drills,
  type Limit,
  type Price,
  type Role,
} from "../engine/index.ts";
import { languages, type PageLanguage } from "./messages/language.svelte.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export interface Settings {
  task: string;
  /** id of a pattern */
  pattern: string;
  /** whether Run starts a race, of which patterns, and whether each runs five times */
  race: { on: boolean; patterns: string[]; again: boolean };
  /** by pattern, only what differs from its own defaults */
  patternSettings: Record<string, Record<string, unknown>>;
  /** id of a model */
  model: string;
  /** ids of models, of the roles that have one of their own */
  roleModels: Partial<Record<Role, string>>;
  /** only those that a person set */
  temperatures: Partial<Record<Role, number>>;
  /** names and system texts of a person's own */
  agents: Partial<Record<Role, AgentText>>;
  /** only the limits that a person set; null: no limit */
  budget: Partial<Record<Limit, number | null>>;
  toolsOff: string[];
  /** whether agents that go round in circles are told and ended */
  loopRules: boolean;
  /** by id of a model, what a person says that it costs */
  prices: Record<string, Price>;
  /** dollars of one call, by name of a tool */
  toolPrices: Record<string, number>;
  /** what misbehaves on purpose */
  drills: Drills;
  theme: Theme;
  /** null: as the browser asks */
  language: PageLanguage | null;
}

/** The language that was chosen in this browser; null: none was, or nothing is kept here. */
export function keptLanguage(): PageLanguage | null {
  try {
    return readSettings(localStorage.getItem(storageKey)).language;
  } catch {
    return null;
  }
}

const storageKey = "loopglass.settings";

/** The highest temperature that providers take. */
export const hottest = 2;

/** No run may cost more, so neither may one call. */
export const mostUsdPerCall = 9_000;

export const noDrills = (): Drills => ({ personas: [], faults: [], seed: 1 });

export const firstSettings = (): Settings => ({
  task: "",
  pattern: "react",
  race: { on: false, patterns: ["single", "react", "plan-execute", "multi-agent"], again: false },
  patternSettings: {},
  model: "rehearsal",
  roleModels: {},
  temperatures: {},
  agents: {},
  budget: {},
  toolsOff: tools.filter(({ offAtFirst }) => offAtFirst).map(({ name }) => name),
  loopRules: true,
  prices: {},
  toolPrices: {},
  drills: noDrills(),
  theme: "system",
  language: null,
});

/** What was kept, over the first settings. Whatever does not fit is left out: another version may have written it. */
export function readSettings(json: string | null): Settings {
  const settings = firstSettings();
  const kept = parse(json);
  if (!isObject(kept)) return settings;
  if (typeof kept["task"] === "string") settings.task = kept["task"];
  if (typeof kept["pattern"] === "string") settings.pattern = kept["pattern"];
  if (typeof kept["model"] === "string") settings.model = kept["model"];
  if (isObject(kept["race"])) {
    const { on, patterns, again } = kept["race"];
    const ids = Array.isArray(patterns) ? patterns.filter((id) => typeof id === "string") : settings.race.patterns;
    settings.race = { on: on === true, patterns: ids, again: again === true };
  }
  const theme = themes.find((theme) => theme === kept["theme"]);
  if (theme) settings.theme = theme;
  settings.language = languages.find((language) => language === kept["language"]) ?? null;
  if (typeof kept["loopRules"] === "boolean") settings.loopRules = kept["loopRules"];
  if (Array.isArray(kept["toolsOff"])) settings.toolsOff = kept["toolsOff"].filter((name) => typeof name === "string");
  for (const [id, values] of entriesOf(kept["patternSettings"])) {
    if (isObject(values)) settings.patternSettings[id] = { ...values };
  }
  for (const [id, value] of entriesOf(kept["prices"])) {
    const price = priceSchema.safeParse(value);
    if (price.success) settings.prices[id] = price.data;
  }
  for (const [name, value] of entriesOf(kept["toolPrices"])) {
    if (typeof value === "number" && value >= 0 && value <= mostUsdPerCall) settings.toolPrices[name] = value;
  }
  const drills = drillsSchema.safeParse(kept["drills"]);
  if (drills.success) settings.drills = drills.data;
  for (const role of Object.keys(defaultTemperatures) as Role[]) readRole(settings, kept, role);
  if (isObject(kept["budget"])) {
    for (const [limit, value] of Object.entries(kept["budget"])) {
      const known = Object.hasOwn(defaultBudget, limit);
      if (known && (value === null || (typeof value === "number" && value >= 0)))
        settings.budget[limit as Limit] = value;
    }
  }
  return settings;
}

function readRole(settings: Settings, kept: Record<string, unknown>, role: Role): void {
  const of = (name: string): unknown => (isObject(kept[name]) ? kept[name][role] : undefined);
  const [model, temperature, agent] = [of("roleModels"), of("temperatures"), of("agents")];
  if (typeof model === "string" && role !== "main") settings.roleModels[role] = model;
  if (typeof temperature === "number" && temperature >= 0 && temperature <= hottest)
    settings.temperatures[role] = temperature;
  if (!isObject(agent)) return;
  const { name, text } = agent;
  const read = { ...(typeof name === "string" && { name }), ...(typeof text === "string" && { text }) };
  if (Object.keys(read).length > 0) settings.agents[role] = read;
}

function parse(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/** Of a record by name. The one name that would reach the prototype is left out. */
const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value).filter(([name]) => name !== "__proto__") : [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The settings on screen. Changing one keeps it, a moment later. */
export class SettingsStore {
  readonly now: Settings = $state(firstSettings());
  /** what the browser said when it refused to keep them; null: they are kept */
  refused = $state<string | null>(null);
  #kept: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    try {
      this.#kept = localStorage.getItem(storageKey);
    } catch (error) {
      this.refused = String(error);
    }
    Object.assign(this.now, readSettings(this.#kept));
    // Nothing is lost when the page is closed or reloaded in that moment.
    addEventListener("pagehide", () => this.keep());
  }

  /** Reads every setting, so that an effect that calls it runs when one changes. */
  keepSoon(): void {
    JSON.stringify(this.now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), 250);
  }

  keep(): void {
    clearTimeout(this.#timer);
    const json = JSON.stringify(this.now);
    if (json === this.#kept) return;
    try {
      localStorage.setItem(storageKey, json);
      this.#kept = json;
      this.refused = null;
    } catch (error) {
      this.refused = String(error);
    }
  }
}

/** What is set for some roles, of those that a pattern has. */
export function ofRoles<T>(roles: readonly Role[], values: Partial<Record<Role, T>>): Partial<Record<Role, T>> {
  return Object.fromEntries(Object.entries(values).filter(([role]) => roles.some((own) => own === role)));
}
