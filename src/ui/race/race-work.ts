// What is done with races and pairs of runs: made ready, opened, deleted and brought back, handed out.
import { loadRace, patterns } from "../../engine/index.ts";
import { HistoryError, type RaceRecord } from "../history.ts";
import { launch } from "../launch.ts";
import type { Ready } from "../launched.ts";
import { raceListTexts } from "../messages/en-race-list.ts";
import { t, textsOf } from "../messages/index.ts";
import { download } from "../parts/download.ts";
import { historyWords } from "../parts/error-words.ts";
import { headline } from "../parts/format.ts";
import { LiveRun } from "../run.svelte.ts";
import type { Bench } from "./bench.ts";
import { raceJson } from "./race-file.ts";
import { Race, type Launch } from "./race.svelte.ts";

const text = textsOf(raceListTexts);
const fewestPatterns = 2;

export interface Prepared {
  readonly race: Race;
  readonly launch: Launch;
  /** whether models are called with the money of the server's owner */
  readonly paid: boolean;
}

const saving = (bench: Bench) => (record: RaceRecord) => bench.history.races.put(record);

/** A race of the task in the box, checked for every pattern before the first one starts; null: the person has been told what is missing. */
export async function prepare(bench: Bench, ids: readonly string[], rounds: number): Promise<Prepared | null> {
  const chosen = patterns.filter(({ id }) => ids.includes(id));
  if (chosen.length < fewestPatterns) {
    bench.notices.say({ tone: "warning", key: "race", text: text("few") });
    return null;
  }
  const ready = new Map<string, Ready>();
  for (const pattern of chosen) {
    const one = await bench.ready(pattern);
    if (!one) return null;
    ready.set(pattern.id, one);
  }
  const { task } = bench.settings.now;
  const race = new Race(
    {
      id: `race-${crypto.randomUUID()}`,
      title: headline(task),
      task,
      startedAt: Date.now(),
      patterns: chosen.map(({ id }) => id),
      rounds,
    },
    saving(bench),
  );
  return {
    race,
    paid: [...ready.values()].some(({ paid }) => paid),
    async launch(pattern, seed) {
      const one = ready.get(pattern);
      if (!one) throw new Error(`The pattern ${pattern} was not made ready.`);
      const options = { ...one.options, ...(seed !== null && { seed }) };
      return launch(task, { ...one, options }, bench, race.id);
    },
  };
}

/** @throws HistoryError `run-not-found` */
export async function open(bench: Bench, id: string): Promise<Race> {
  const record = await bench.history.races.get(id);
  if (!record) throw new HistoryError("run-not-found", `There is no race ${id} in the history.`);
  return Race.opened(record, saving(bench));
}

/** @throws HistoryError `run-not-found` */
export const openRun = async (bench: Bench, id: string): Promise<LiveRun> =>
  LiveRun.opened(await bench.history.open(id));

/** Deletes a race and its runs, and offers to bring them back. @param onundone called when they are back */
export async function remove({ history, notices }: Bench, record: RaceRecord, onundone: () => void): Promise<true> {
  const runs = await history.remove(...record.entries.map(({ run }) => run).filter((run) => run !== ""));
  await history.races.remove(record.id);
  const undo = async () => {
    try {
      await runs.restore();
      await history.races.put(record);
      onundone();
    } catch (error) {
      notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
    }
  };
  notices.say({
    tone: "info",
    text: t("notice.deleted", { title: headline(record.title, 40) }),
    actions: [{ label: t("notice.undo"), run: () => void undo() }],
  });
  return true;
}

export async function exportRace(race: Race): Promise<void> {
  const { reference } = await loadRace();
  download(`${race.title || text("badge")}.json`, raceJson(race.record(), race.runs, reference), "application/json");
}
