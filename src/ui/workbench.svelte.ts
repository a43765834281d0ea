// What the page does: starts runs, shows them, keeps them, and takes them in and out as files.
import {
  patterns,
  tools,
  type Budget,
  type Drills,
  type EstimateOptions,
  type Model,
  type Pattern,
  type Role,
} from "../engine/index.ts";
import { openHistory, type History, type NoticeAction } from "./history.ts";
import { t } from "./messages/index.ts";
import { Models, rehearsalId } from "./models.svelte.ts";
import { Notices } from "./notices.svelte.ts";
import { ownValue } from "./prices/price-of.ts";
import { historyWords, messageOf } from "./parts/error-words.ts";
import { headline } from "./parts/format.ts";
import { isRace, RaceDesk } from "./race/race-desk.svelte.ts";
import type { DockPart } from "./parts/dock-parts.ts";
import type { Ready } from "./launched.ts";
import type { LiveRun } from "./run.svelte.ts";
import { ownerLimits, withinOwner, type OwnerLimits } from "./server/owner-limits.ts";
import { ofRoles, SettingsStore, type Settings } from "./settings.svelte.ts";
import { recallShown, rememberShown } from "./shown-run.ts";

/** A run on screen, with all its folds: not needed before there is one. */
const loadLiveRun = () => import("./run.svelte.ts");
const loadFiles = () => import("./run-files.ts");
const loadLaunch = () => import("./launch.ts");

type RunModels = { main: Model } & Partial<Record<Role, Model>>;

export class Workbench {
  readonly settings = new SettingsStore();
  readonly models = new Models(() => this.settings.now.prices);
  readonly notices = new Notices();
  readonly history: History = openHistory();
  /** the run on screen */
  shown = $state.raw<LiveRun | null>(null);
  /** the run that goes on, on screen or not */
  active = $state.raw<LiveRun | null>(null);
  /** id of the node that the inspector shows */
  selected = $state<string | null>(null);
  /** the part below the graph that a person opened or closed; null: neither yet */
  dock = $state<DockPart | null>(null);
  readonly races = new RaceDesk(this);
  /** whether the tables and documents are shown */
  dataOpen = $state(false);
  /** why Run did not start one */
  problem = $state<{
    readonly at: "task" | "model" | "access-code" | "price-needed" | `model-${Role}`;
    readonly text: string;
  } | null>(null);
  /** the role whose model's price is being typed */
  pricing = $state<Role | null>(null);
  /** Run was pressed, and what runs it is being loaded. */
  #starting = false;

  get pattern(): Pattern | undefined {
    return patterns.find(({ id }) => id === this.settings.now.pattern) ?? patterns[0];
  }

  /** what Run would start: one pattern, or those of a race */
  get chosen(): readonly Pattern[] {
    const { on, patterns: ids } = this.settings.now.race;
    if (on) return patterns.filter(({ id }) => ids.includes(id));
    return this.pattern ? [this.pattern] : [];
  }

  get roles(): readonly Role[] {
    return [...new Set<Role>(["main", ...this.chosen.flatMap(({ roles }) => roles)])];
  }

  /** the first role whose model has no known price, so that no cost limit can be kept; null while that is being looked up */
  get unpriced(): Role | null {
    if (this.models.list.state === "reading") return null;
    const lacks = (id: string) => !this.models.isGone(id) && this.models.priceOf(id).price === null;
    const role = this.roles.find((role) => lacks(this.modelOf(role))) ?? null;
    // A role that shares the main model has its price there.
    return role !== null && this.modelOf(role) === this.modelOf("main") ? "main" : role;
  }

  /** id of the model of a role; one without its own shares the main one */
  modelOf(role: Role): string {
    const { model, roleModels } = this.settings.now;
    return (role === "main" ? undefined : roleModels[role]) ?? model;
  }

  /** whether the chosen pattern calls the rehearsal model */
  get rehearses(): boolean {
    return this.roles.some((role) => this.modelOf(role) === rehearsalId);
  }

  /** What will misbehave in the next run: personas need the rehearsal model, faults a pattern that uses tools. */
  get drills(): Drills {
    const { personas, faults, seed } = $state.snapshot(this.settings.now.drills);
    return {
      personas: this.rehearses ? personas : [],
      faults: this.chosen.some(({ usesTools }) => usesTools) ? faults : [],
      seed,
    };
  }

  /** whether a model that the pattern would call is called with the money of the server's owner */
  get paid(): boolean {
    return this.roles.some((role) => this.models.isBehindServer(this.modelOf(role)));
  }

  /** what the owner of the server allows the next run */
  get owner(): OwnerLimits {
    return ownerLimits(this.models.limits, this.paid);
  }

  get busy(): boolean {
    return this.races.active !== null || (this.active?.active ?? false);
  }

  /** what goes on while something else is on screen */
  get elsewhere(): { readonly title: string; readonly asked: boolean; readonly show: () => void } | null {
    const { active, shown, races } = this;
    const race = races.active;
    if (race && race !== races.shown)
      return { title: race.title, asked: race.asking.length > 0, show: () => races.show(race) };
    if (!active?.active || active === shown) return null;
    return { title: active.title, asked: active.asked !== null, show: () => void this.open(active.id) };
  }

  /** The pattern as its limits go: of a race, those of all its patterns. */
  get limited(): Pattern | undefined {
    const all = this.chosen;
    const [first] = all;
    return first && { ...first, limits: [...new Set(all.flatMap(({ limits }) => limits))] };
  }

  constructor() {
    void this.models.ask();
    this.history.onNotice((notice) => {
      if (!notice) return this.notices.clear("history");
      const { code, actions, reason } = notice;
      this.notices.say({
        key: "history",
        tone: "warning",
        text: reason ? `${t(`history.notice.${code}`)} (${reason})` : t(`history.notice.${code}`),
        actions: actions.map((action) => ({
          label: t(`history.action.${action}`),
          run: () => void this.#mend(action),
        })),
      });
    });
    const last = recallShown();
    if (last !== null) void (isRace(last) ? this.races.open(last) : this.open(last, { quietly: true }));
  }

  /** Sets several settings at once, says so, and offers to take that back. */
  change(changes: Partial<Settings>, text: string): void {
    const { now } = this.settings;
    const kept = Object.entries($state.snapshot(now)).filter(([name]) => name in changes);
    Object.assign(now, changes);
    const undo = { label: t("notice.undo"), run: () => void Object.assign(now, Object.fromEntries(kept)) };
    this.notices.say({ tone: "info", key: "change", stays: true, text, actions: [undo] });
  }

  /** Starts the task that stands in the box, with what is chosen. Says what is missing instead, if something is. */
  async start(): Promise<void> {
    if (this.#starting) return;
    if (this.busy) return void this.notices.say({ tone: "info", key: "busy", text: t("run.busy") });
    const { task, race } = this.settings.now;
    const { pattern } = this;
    this.problem = null;
    if (task.trim() === "") return this.refuse(t("task.missing"));
    if (race.on) return this.races.start(race.patterns, race.again ? 5 : 1);
    if (!pattern) return;
    const ready = await this.ready(pattern);
    if (!ready) return;
    this.#starting = true;
    const started = await loadLaunch()
      .then(({ launch }) => launch(task, ready, this))
      .catch((error: unknown) => messageOf(error));
    this.#starting = false;
    if (typeof started === "string") {
      return this.refuse(t("page.part.failed", { why: started }));
    }
    const { live, over } = started;
    this.active = live;
    this.#show(live);
    void over.then(() => {
      if (this.active === live) this.active = null;
      if (ready.paid) void this.models.refresh();
    });
  }

  refuse(text: string): void {
    this.problem = { at: "task", text };
  }

  /** What a run of the pattern would be started with; null: something is missing, and `problem` says what. */
  async ready(pattern: Pattern): Promise<Ready | null> {
    this.problem = null;
    await this.#priceModels();
    const models = this.#makeModels(pattern.roles);
    if ("gone" in models) {
      const { gone: role } = models;
      const at = role === "main" ? "model" : (`model-${role}` as const);
      this.problem = { at, text: t("model.gone.note", { id: this.modelOf(role) }) };
      return null;
    }
    const { budget, temperatures, loopRules } = this.settings.now;
    if (this.unpriced !== null && typeof budget.usd === "number" && pattern.limits.includes("usd")) {
      this.problem = { at: "price-needed", text: "" };
      return null;
    }
    const { owner, paid, drills } = this;
    const { access, asksCode } = this.models;
    if (paid && asksCode && (!access.held || access.refused)) {
      this.problem = { at: "access-code", text: "" };
      return null;
    }
    const options = {
      pattern: pattern.id,
      ...this.#chosenFor(pattern),
      models,
      temperatures: ofRoles(pattern.roles, $state.snapshot(temperatures)),
      loopRules,
    };
    return { options, ends: owner.ends, paid, drills };
  }

  /** Waits for the price list, where a model has a price from nowhere else. */
  async #priceModels(): Promise<void> {
    if (this.unpriced === null && this.models.list.state !== "reading") return;
    this.#starting = true;
    await this.models.readList();
    this.#starting = false;
  }

  /** What is chosen for a run of this pattern, the models apart. */
  #chosenFor(pattern: Pattern) {
    const { patternSettings, budget, toolsOff, toolPrices, agents } = this.settings.now;
    const { usd, ...others } = withinOwner($state.snapshot(budget), this.owner, pattern.limits);
    return {
      settings: $state.snapshot(patternSettings[pattern.id] ?? {}),
      agents: ofRoles(pattern.roles, $state.snapshot(agents)),
      tools: tools
        .filter(({ name }) => !toolsOff.includes(name))
        .map((tool) => ({ ...tool, usdPerCall: ownValue(toolPrices, tool.name) ?? tool.usdPerCall })),
      // The owner's default in dollars cannot be kept without a price; the engine's token limit holds instead.
      budget: usd === undefined || this.unpriced !== null ? others : { ...others, usd },
    };
  }

  /** The run that Run would start, for an estimate of what it can cost; null: a model is missing. */
  get next(): EstimateOptions | null {
    const { pattern } = this;
    const models = pattern && this.#makeModels(pattern.roles);
    if (!models || "gone" in models) return null;
    return { task: this.settings.now.task, pattern, models, ...this.#chosenFor(pattern) };
  }

  /** The main model, and those of the other roles that have one of their own; or the first role whose model nobody offers now. */
  #makeModels(roles: readonly Role[]): RunModels | { gone: Role } {
    const { drills } = this;
    const main = this.models.make(this.modelOf("main"), drills);
    if (!main) return { gone: "main" };
    const models: Partial<Record<Role, Model>> = {};
    for (const role of roles) {
      const id = this.modelOf(role);
      if (id === this.modelOf("main")) continue;
      const model = this.models.make(id, drills);
      if (!model) return { gone: role };
      models[role] = model;
    }
    return { ...models, main };
  }

  /** Takes what is on screen off it. */
  close(): void {
    this.#show(null);
  }

  openDock = (part: DockPart): void => {
    this.dock = part;
  };

  pause = (): void => (this.races.active ?? this.active)?.pause();
  resume = (): void => (this.races.active ?? this.active)?.resume();
  stop = (): void => (this.races.active ?? this.active)?.stop();

  /** Shows a run of the history exactly as it was. */
  async open(id: string, { quietly = false } = {}): Promise<void> {
    const going = this.active?.id === id ? this.active : this.races.runOf(id);
    if (going) return this.#show(going);
    try {
      const [{ LiveRun }, record] = await Promise.all([loadLiveRun(), this.history.open(id)]);
      this.#show(LiveRun.opened(record));
    } catch (error) {
      if (quietly) rememberShown(null);
      else
        this.notices.say({ tone: "error", key: "open", text: t("notice.open.failed", { why: historyWords(error) }) });
    }
  }

  async rename(id: string, title: string): Promise<void> {
    try {
      await this.history.rename(id, title);
      for (const run of [this.shown, this.active]) if (run?.id === id) run.title = title;
    } catch (error) {
      this.notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
    }
  }

  /** Deletes a run of the history, and offers to bring it back. */
  async remove(id: string, title: string): Promise<void> {
    try {
      const wasShown = this.shown?.id === id;
      const removal = await this.history.remove(id);
      if (wasShown) this.#show(null);
      const undo = async () => {
        try {
          await removal.restore();
          if (wasShown && this.shown === null) await this.open(id);
        } catch (error) {
          this.notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
        }
      };
      this.notices.say({
        tone: "info",
        text: t("notice.deleted", { title: headline(title, 40) }),
        actions: [{ label: t("notice.undo"), run: () => void undo() }],
      });
    } catch (error) {
      this.notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
    }
  }

  /** Hands the run, or the race, on screen out as a file. */
  async exportShown(): Promise<void> {
    const run = this.shown;
    if (this.races.shown) return this.races.exportShown();
    if (run) await this.#withFiles(({ exportRun }) => exportRun(run, this.notices));
  }

  /** Makes limits that were tried on a run the budget of the next one, and offers to take that back. */
  useLimits = async (limits: Partial<Budget>, pattern: string): Promise<void> => {
    const { limitsTaken } = await import("./parts/taken-limits.ts");
    const { known, budget, text } = limitsTaken(limits, pattern, $state.snapshot(this.settings.now.budget));
    this.change({ budget, ...(known && { pattern }) }, text);
  };

  /** Takes dropped files: runs into the history, anything else as data for the tools. */
  takeFiles(files: readonly File[]): Promise<void> {
    return this.#withFiles(({ takeFiles }) => takeFiles(this, files));
  }

  /** Takes runs in from files, each whole or not at all, and shows the last of them. */
  importFiles(files: readonly File[]): Promise<void> {
    return this.#withFiles(({ importFiles }) => importFiles(this, files));
  }

  async #withFiles(work: (files: Awaited<ReturnType<typeof loadFiles>>) => Promise<void>): Promise<void> {
    try {
      await work(await loadFiles());
    } catch (error) {
      this.notices.say({ tone: "error", text: t("page.part.failed", { why: messageOf(error) }) });
    }
  }

  #show(run: LiveRun | null): void {
    this.races.clear();
    this.shown = run;
    this.selected = null;
    rememberShown(run?.id ?? null);
  }

  async #mend(action: NoticeAction): Promise<void> {
    if (action === "export") return this.exportShown();
    if (action === "reload") return location.reload();
    if (action === "retry") return this.history.retry();
    try {
      const count = await this.history.removeAll({ keepNewest: 20 });
      this.notices.say({ tone: "info", text: t("notice.deleted.old", { count }) });
    } catch (error) {
      this.notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
    }
  }
}
