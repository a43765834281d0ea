// What the page does: starts runs, shows them, keeps them, and takes them in and out as files.
import {
  loadFaults,
  loadRecord,
  loadRun,
  patterns,
  tools,
  type Budget,
  type Drills,
  type EstimateOptions,
  type Model,
  type Pattern,
  type Role,
} from "../engine/index.ts";
import { documents, tables } from "./data/ports.ts";
import { isRunFile } from "./data/file-kinds.ts";
import { openHistory, type History, type NoticeAction } from "./history.ts";
import { t } from "./messages/index.ts";
import { Models, rehearsalId } from "./models.svelte.ts";
import { Notices } from "./notices.svelte.ts";
import { ownValue } from "./prices/price-of.ts";
import { download } from "./parts/download.ts";
import { historyWords, messageOf } from "./parts/error-words.ts";
import { headline } from "./parts/format.ts";
import type { DockPart } from "./parts/dock-parts.ts";
import type { LiveRun } from "./run.svelte.ts";
import { ownerLimits, withinOwner, type OwnerLimits } from "./server/owner-limits.ts";
import { ofRoles, SettingsStore, type Settings } from "./settings.svelte.ts";
import { recallShown, rememberShown } from "./shown-run.ts";

/** A run on screen, with all its folds: not needed before there is one. */
const loadLiveRun = () => import("./run.svelte.ts");

/** Only for models behind the server. */
const loadGuard = () => import("./server/guard-run.ts");

type RunModels = { main: Model } & Partial<Record<Role, Model>>;

// No file of ours is larger: the text may have 64 million characters of up to three bytes.
const largestFile = 3 * 64 * 1024 * 1024;

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

  /** the first role whose model has no known price, so that no cost limit can be kept; null while that is being looked up */
  get unpriced(): Role | null {
    if (this.models.list.state === "reading") return null;
    const lacks = (id: string) => !this.models.isGone(id) && this.models.priceOf(id).price === null;
    const role = this.pattern?.roles.find((role) => lacks(this.modelOf(role))) ?? null;
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
    return (this.pattern?.roles ?? []).some((role) => this.modelOf(role) === rehearsalId);
  }

  /** What will misbehave in the next run: personas need the rehearsal model, faults a pattern that uses tools. */
  get drills(): Drills {
    const { personas, faults, seed } = $state.snapshot(this.settings.now.drills);
    return { personas: this.rehearses ? personas : [], faults: this.pattern?.usesTools ? faults : [], seed };
  }

  /** whether a model that the pattern would call is called with the money of the server's owner */
  get paid(): boolean {
    return (this.pattern?.roles ?? []).some((role) => this.models.isBehindServer(this.modelOf(role)));
  }

  /** what the owner of the server allows the next run */
  get owner(): OwnerLimits {
    return ownerLimits(this.models.limits, this.paid);
  }

  get busy(): boolean {
    return this.active?.active ?? false;
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
    if (last !== null) void this.open(last, { quietly: true });
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
    const { task, budget, temperatures, loopRules } = this.settings.now;
    const { pattern } = this;
    this.problem = null;
    if (task.trim() === "") return void (this.problem = { at: "task", text: t("task.missing") });
    if (!pattern) return;
    await this.#priceModels();
    const models = this.#makeModels(pattern.roles);
    if ("gone" in models) {
      const { gone: role } = models;
      const at = role === "main" ? "model" : (`model-${role}` as const);
      return void (this.problem = { at, text: t("model.gone.note", { id: this.modelOf(role) }) });
    }

    if (this.unpriced !== null && typeof budget.usd === "number" && pattern.limits.includes("usd")) {
      return void (this.problem = { at: "price-needed", text: "" });
    }
    const { owner, paid, drills } = this;
    const { access, asksCode } = this.models;
    if (paid && asksCode && (!access.held || access.refused)) {
      return void (this.problem = { at: "access-code", text: "" });
    }

    const chosen = this.#chosenFor(pattern);
    this.#starting = true;
    const parts = [loadRun(), loadLiveRun(), paid && loadGuard(), drills.faults.length > 0 && loadFaults()] as const;
    const loaded = await Promise.all(parts).catch((error: unknown) => messageOf(error));
    this.#starting = false;
    if (typeof loaded === "string") {
      return void (this.problem = { at: "task", text: t("page.part.failed", { why: loaded }) });
    }
    const [{ startRun }, { LiveRun, toldFiles }, guarding, faults] = loaded;

    let live: LiveRun | null = null;
    const guard = guarding ? guarding.guardRun(this.models, () => live) : null;
    const startedAt = performance.now();
    const run = startRun(task, {
      pattern: pattern.id,
      ...chosen,
      models: guard ? guard(models) : models,
      tools: faults ? faults.withFaults(chosen.tools, drills.faults, drills.seed) : chosen.tools,
      temperatures: ofRoles(pattern.roles, $state.snapshot(temperatures)),
      loopRules,
      ports: {
        documents,
        tables,
        plans: this.history.plans,
        files: toldFiles((files, name, text) => {
          if (live) live.files = files;
          recording.file(name, text);
        }),
      },
      onHold: (hold, signal) =>
        live?.ask(hold, signal) ?? Promise.reject(new Error("A run asked before it was on screen.")),
      onText: (span, piece) => {
        live?.type(span, piece);
        recording.typed(span, piece);
      },
    });
    const recording = this.history.start({ id: run.id });
    for (const event of run.log) recording.add(event);
    run.subscribe((event) => recording.add(event));
    live = new LiveRun(run.id, headline(task), owner.ends);
    live.follow(run, startedAt);
    this.active = live;
    this.#show(live);
    void this.#finish(live, run.finished, () => recording.close()).then(() =>
      paid ? this.models.refresh() : undefined,
    );
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

  async #finish(live: LiveRun, finished: Promise<unknown>, close: () => Promise<boolean>): Promise<void> {
    try {
      await finished;
    } catch (error) {
      live.bug = messageOf(error);
      console.error(error);
    }
    live.flush();
    await close();
    if (this.active === live) this.active = null;
  }

  openDock = (part: DockPart): void => {
    this.dock = part;
  };

  pause = (): void => this.active?.pause();
  resume = (): void => this.active?.resume();
  stop = (): void => this.active?.stop();

  /** Shows a run of the history exactly as it was. */
  async open(id: string, { quietly = false } = {}): Promise<void> {
    if (this.active?.id === id) return this.#show(this.active);
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

  /** Hands the run on screen out as a file. */
  async exportShown(): Promise<void> {
    const run = this.shown;
    if (!run) return;
    try {
      const { writeRun } = await loadRecord();
      download(`${run.title || t("history.untitled")}.json`, writeRun(run.record()), "application/json");
    } catch (error) {
      this.notices.say({ tone: "error", text: t("notice.failed", { why: messageOf(error) }) });
    }
  }

  /** Makes limits that were tried on a run the budget of the next one, and offers to take that back. */
  useLimits = async (limits: Partial<Budget>, pattern: string): Promise<void> => {
    const { limitsTaken } = await import("./parts/taken-limits.ts");
    const { known, budget, text } = limitsTaken(limits, pattern, $state.snapshot(this.settings.now.budget));
    this.change({ budget, ...(known && { pattern }) }, text);
  };

  /** Takes dropped files: runs into the history, anything else as data for the tools. */
  async takeFiles(files: readonly File[]): Promise<void> {
    const areRuns = await Promise.all(files.map(isRunFile));
    const runs = files.filter((_, at) => areRuns[at]);
    const data = files.filter((_, at) => !areRuns[at]);
    if (runs.length > 0) await this.importFiles(runs);
    if (data.length === 0) return;
    this.dataOpen = true;
    try {
      const { shelf } = await import("./data/shelf.svelte.ts");
      await shelf.add(data);
    } catch (error) {
      this.notices.say({ tone: "error", text: t("notice.failed", { why: messageOf(error) }) });
    }
  }

  /** Takes runs in from files, each whole or not at all, and shows the last of them. */
  async importFiles(files: readonly File[]): Promise<void> {
    for (const file of files) {
      try {
        const { readRun } = await loadRecord();
        const text = file.size > largestFile ? null : await file.text();
        const read = text === null ? null : readRun(text);
        if (!read?.ok) {
          const why = read ? read.problem.message : t("import.too-large");
          this.notices.say({ tone: "error", text: t("notice.import.failed", { file: headline(file.name, 60), why }) });
          continue;
        }
        const listed = await this.history.put({ ...read.record, imported: true });
        await this.open(listed.id);
        this.notices.say({ tone: "info", text: t("notice.imported", { title: headline(listed.title, 40) }) });
      } catch (error) {
        const why = historyWords(error);
        this.notices.say({ tone: "error", text: t("notice.import.failed", { file: headline(file.name, 60), why }) });
      }
    }
  }

  #show(run: LiveRun | null): void {
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
