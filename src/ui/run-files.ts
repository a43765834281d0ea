// Runs as files: handed out, and taken in again.
import { loadRecord } from "../engine/index.ts";
import { isRunFile } from "./data/file-kinds.ts";
import type { History } from "./history.ts";
import { t } from "./messages/run.ts";
import { importWords } from "./parts/engine-words.ts";
import type { Notices } from "./notices.svelte.ts";
import { download } from "./parts/download.ts";
import { historyWords, messageOf } from "./parts/error-words.ts";
import { headline } from "./parts/format.ts";
import type { LiveRun } from "./run.svelte.ts";

// No file of ours is larger: the text may have 64 million characters of up to three bytes.
const largestFile = 3 * 64 * 1024 * 1024;

/** Where what is taken in goes. */
interface Page {
  readonly history: History;
  readonly notices: Notices;
  dataOpen: boolean;
  open(id: string): Promise<void>;
}

/** Hands a run out as a file. */
export async function exportRun(run: LiveRun, notices: Notices): Promise<void> {
  try {
    const { writeRun } = await loadRecord();
    download(`${run.title || t("history.untitled")}.json`, writeRun(run.record()), "application/json");
  } catch (error) {
    notices.say({ tone: "error", text: t("notice.failed", { why: messageOf(error) }) });
  }
}

/** Takes dropped files: runs into the history, anything else as data for the tools. */
export async function takeFiles(page: Page, files: readonly File[]): Promise<void> {
  const areRuns = await Promise.all(files.map(isRunFile));
  const runs = files.filter((_, at) => areRuns[at]);
  const data = files.filter((_, at) => !areRuns[at]);
  if (runs.length > 0) await importFiles(page, runs);
  if (data.length === 0) return;
  page.dataOpen = true;
  try {
    const { shelf } = await import("./data/shelf.svelte.ts");
    await shelf.add(data);
  } catch (error) {
    page.notices.say({ tone: "error", text: t("notice.failed", { why: messageOf(error) }) });
  }
}

/** Takes runs in from files, each whole or not at all, and shows the last of them. */
export async function importFiles(page: Page, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const { readRun } = await loadRecord();
      const text = file.size > largestFile ? null : await file.text();
      const read = text === null ? null : readRun(text);
      if (!read?.ok) {
        const why = read ? importWords(read.problem) : t("import.too-large");
        page.notices.say({ tone: "error", text: t("notice.import.failed", { file: headline(file.name, 60), why }) });
        continue;
      }
      const listed = await page.history.put({ ...read.record, imported: true });
      await page.open(listed.id);
      page.notices.say({ tone: "info", text: t("notice.imported", { title: headline(listed.title, 40) }) });
    } catch (error) {
      const why = historyWords(error);
      page.notices.say({ tone: "error", text: t("notice.import.failed", { file: headline(file.name, 60), why }) });
    }
  }
}
