// The ports of the page, loaded when a tool first reaches for them: nothing of them belongs to the first load.
import type { Documents, Tables } from "../../engine/index.ts";

type Loaded = Awaited<ReturnType<typeof load>>;
let loading: Promise<Loaded> | undefined;

const load = async () => (await import("./page-data.ts")).pageData;

/** The data of this page: one for all runs, and for the panel. */
export function loadPageData(): Promise<Loaded> {
  loading ??= load();
  // The network may be there again next time.
  loading.catch(() => (loading = undefined));
  return loading;
}

export const tables: Tables = {
  list: async () => (await loadPageData()).tables.list(),
  query: async (sql, options) => (await loadPageData()).tables.query(sql, options),
};

export const documents: Documents = {
  list: async () => (await loadPageData()).documents.list(),
  search: async (query, options) => (await loadPageData()).documents.search(query, options),
  read: async (id, page) => (await loadPageData()).documents.read(id, page),
};
