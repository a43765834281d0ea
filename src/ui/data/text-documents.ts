// Documents in an index of their words, in memory: found by passage, read by page.
import MiniSearch from "minisearch";
import type { DocumentHit, DocumentInfo, DocumentPage, SearchOptions, SearchResult } from "../../engine/index.ts";
import { pagesOf, passagesOf } from "./pages.ts";
import { wordsOf } from "./words.ts";

export interface TextDocument extends Omit<DocumentInfo, "pages"> {
  readonly text: string;
}

export interface TextDocuments {
  /** Takes documents in. One whose id is there already takes its place. */
  add(documents: readonly TextDocument[]): void;
  remove(id: string): void;
  list(): DocumentInfo[];
  search(query: string, options: Omit<SearchOptions, "signal">): SearchResult;
  read(id: string, page: number): DocumentPage | undefined;
}

interface Kept {
  readonly info: DocumentInfo;
  readonly pages: readonly string[];
  /** ids of its passages in the index */
  readonly passages: readonly number[];
}

const snippetCharacters = 360;

export function createTextDocuments(): TextDocuments {
  const kept = new Map<string, Kept>();
  const texts = new Map<number, { readonly id: string; readonly page: number; readonly text: string }>();
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ["title", "text"],
    tokenize: wordsOf,
    // `wordsOf` has done it.
    processTerm: (word) => word,
  });
  let next = 0;

  function remove(id: string): void {
    for (const passage of kept.get(id)?.passages ?? []) {
      index.discard(passage);
      texts.delete(passage);
    }
    kept.delete(id);
  }

  function add(documents: readonly TextDocument[]): void {
    for (const { text, ...rest } of documents) {
      remove(rest.id);
      const pages = pagesOf(text);
      const passages = passagesOf(pages).map(({ page, text }) => {
        const passage = next++;
        texts.set(passage, { id: rest.id, page, text });
        index.add({ id: passage, title: rest.title, text });
        return passage;
      });
      kept.set(rest.id, { info: { ...rest, pages: pages.length }, pages, passages });
    }
  }

  function search(query: string, { from, to, limit }: Omit<SearchOptions, "signal">): SearchResult {
    const within = [...kept.values()].filter(({ info }) => isWithin(info.date, from, to));
    const ids = new Set(within.map(({ info }) => info.id));
    const passages = index.search(query, {
      boost: { title: 0.5 },
      prefix: (word) => word.length > 3,
      weights: { prefix: 0.3, fuzzy: 0 },
      filter: ({ id }) => ids.has(texts.get(id as number)?.id ?? ""),
    });
    // Best first, so the first passage of a document is its best one.
    const best = new Map<string, DocumentHit>();
    for (const { id, queryTerms } of passages) {
      const passage = texts.get(id as number);
      const document = passage && kept.get(passage.id);
      if (!passage || !document || best.has(passage.id)) continue;
      const { title, date } = document.info;
      const words = [...new Set(queryTerms)];
      const snippet = snippetOf(passage.text, words);
      best.set(passage.id, { id: passage.id, title, date, page: passage.page, snippet, words });
    }
    return {
      hits: [...best.values()].slice(0, limit),
      found: best.size,
      searched: within.length,
      words: wordsOf(query),
    };
  }

  return {
    add,
    remove,
    list: () => [...kept.values()].map(({ info }) => info),
    search,
    read(id, page) {
      const document = kept.get(id);
      const text = document?.pages[page - 1];
      return document && text !== undefined ? { ...document.info, page, text } : undefined;
    },
  };
}

/** Dates of different exactness: 2009 holds 2009-02-24, and the other way round. */
function isWithin(date: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (date === null) return false;
  const isBefore = (one: string, other: string) => {
    const exact = Math.min(one.length, other.length);
    return one.slice(0, exact) < other.slice(0, exact);
  };
  return !(from !== undefined && isBefore(date, from)) && !(to !== undefined && isBefore(to, date));
}

/** The part of a passage around the words that were asked for. */
function snippetOf(text: string, words: readonly string[]): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= snippetCharacters) return plain;
  const lower = plain.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = Math.max(0, Math.min(first - 60, plain.length - snippetCharacters));
  const from = start === 0 ? 0 : start + Math.max(0, plain.slice(start, start + 40).search(/\s/));
  const piece = plain.slice(from, from + snippetCharacters);
  const whole = from + snippetCharacters >= plain.length ? piece : piece.replace(/\s+\S{0,30}$/, "");
  return `${from > 0 ? "… " : ""}${whole.trim().toWellFormed()}${from + snippetCharacters < plain.length ? " …" : ""}`;
}
