// The port to documents in the page: a worker that starts when it is first needed.
import { documents as bundled, documentsUrl } from "virtual:bundled-data";
import { FailureError, type DocumentInfo, type Documents } from "../../engine/index.ts";
import { startModuleWorker } from "../parts/module-worker.ts";
import type { DocumentsHandlers } from "./documents.worker.ts";
import workerUrl from "./documents.worker.ts?worker&url";
import { free } from "./names.ts";
import { linkWorker, type WorkerLink } from "./worker-link.ts";

/** A document that came from a file. */
export interface FileDocument {
  readonly info: DocumentInfo;
  readonly file: File;
  readonly encoding: string;
}

export interface PageDocuments extends Documents {
  readonly bundled: typeof bundled;
  add(file: File): Promise<FileDocument>;
  remove(id: string): Promise<void>;
}

export function createPageDocuments(): PageDocuments {
  const kept = new Map<string, FileDocument>();
  let link: Promise<WorkerLink<DocumentsHandlers>> | undefined;

  function worker(): Promise<WorkerLink<DocumentsHandlers>> {
    return (link ??= start().catch((error: unknown) => {
      link = undefined;
      throw error;
    }));
  }

  async function start(): Promise<WorkerLink<DocumentsHandlers>> {
    const started = linkWorker<DocumentsHandlers>(startModuleWorker(workerUrl), () => (link = undefined));
    try {
      await started.call("start", { documentsUrl: new URL(documentsUrl, location.href).href });
      for (const { info, file } of kept.values()) {
        await started.call("addFile", { file, id: info.id, source: info.source });
      }
    } catch (error) {
      started.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return started;
  }

  return {
    bundled,
    list: async () => (await worker()).call("list", {}),
    search: async (query, { signal, ...options }) => {
      const found = (await worker()).call("search", { query, ...options });
      return untilAborted(found, signal);
    },
    read: async (id, page) => (await worker()).call("read", { id, page }),
    async add(file) {
      const on = await worker();
      const taken = new Set((await on.call("list", {})).map(({ id }) => id));
      const id = free(idOf(file.name), (one) => taken.has(one), "-");
      const { info, encoding } = await on.call("addFile", { file, id, source: file.name });
      const document: FileDocument = { info, file, encoding };
      kept.set(id, document);
      return document;
    },
    async remove(id) {
      kept.delete(id);
      await (await worker()).call("remove", { id });
    },
  };
}

/** A search takes milliseconds: it is not stopped, but nobody waits for it any more. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new FailureError("aborted", "It was stopped."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Short, without spaces, and so that a person knows the file again. */
const idOf = (fileName: string) =>
  fileName
    .replace(/\.[a-z]+$/i, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .toWellFormed() || "document";
