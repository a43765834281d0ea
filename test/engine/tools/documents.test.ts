// The tools on documents, over the bundled addresses.
import { describe, expect, test } from "vitest";
import type { DocumentPage, SearchResult } from "../../../src/engine/index.ts";
import { readDocument } from "../../../src/engine/tools/read-document.ts";
import { resultText } from "../../../src/engine/tools/result.ts";
import { searchDocuments } from "../../../src/engine/tools/search-documents.ts";
import { bundledDocuments } from "../../fixtures/data.ts";
import { failure, toolContext, use } from "./support.ts";

const context = toolContext({ documents: bundledDocuments() });
const search = async (input: object) =>
  (await use(searchDocuments, input, context)) as SearchResult & { note?: string };
const read = async (input: object) => (await use(readDocument, input, context)) as DocumentPage;

describe("search_documents", () => {
  test("finds what was said, with title, date, passage and page; the page holds the passage", async () => {
    const { hits } = await search({ query: "recession economy jobs", from: "2009", to: "2009" });
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      id: "sotu-2009-barack-obama",
      title: "State of the Union address 2009, Barack Obama (Democratic)",
      date: "2009",
      snippet: expect.stringContaining("recession"),
    });
    const { text } = await read({ id: hits[0]?.id, page: hits[0]?.page });
    expect(text).toContain(hits[0]?.snippet.replace(/^… | …$/g, ""));
  });

  test("keeps to the dates and the limit, and says how many more there are", async () => {
    const { hits, found, note } = await search({ query: "inflation", from: "1970", to: "1981", limit: 3 });
    expect(hits).toHaveLength(3);
    for (const { date } of hits) expect(Number(date)).toBeGreaterThanOrEqual(1970);
    for (const { date } of hits) expect(Number(date)).toBeLessThanOrEqual(1981);
    expect(note).toBe(`${found - 3} more documents hold some of these words.`);
  });

  test.each([
    [{ query: "xylophone quetzal" }, "None of the 63 documents holds any of these words: xylophone, quetzal."],
    [{ query: "jobs", from: "1850", to: "1860" }, "There is no document from 1850 to 1860."],
    [{ query: "what is it" }, '"what is it" says nothing of a subject.'],
  ])("%j finds nothing and says so", async (input, words) => {
    expect(await search(input)).toMatchObject({ found: 0, hits: [], note: expect.stringContaining(words) });
  });

  test.each([
    [{ query: "  " }, "query"],
    [{ query: "jobs", from: "last year" }, "must be a date like 2009"],
    [{ query: "jobs", limit: 0 }, "limit"],
  ])("%j is refused", async (input, words) => {
    expect(await failure(searchDocuments, input, context)).toMatch(new RegExp(`^bad-arguments: .*${words}`));
  });
});

describe("read_document", () => {
  test("gives the address page by page, each short enough for a model, together the whole", async () => {
    const first = await read({ id: "sotu-1961-john-f-kennedy" });
    expect(first).toMatchObject({ page: 1, date: "1961", licence: expect.stringContaining("CC0") });
    let words = 0;
    for (let page = 1; page <= first.pages; page++) {
      const { text, ...rest } = await read({ id: first.id, page });
      expect(resultText({ text, ...rest }).text.length).toBeLessThan(readDocument.resultCharacters);
      words += text.split(/\s+/).length;
    }
    expect(words).toBeGreaterThan(5_000);
  });

  test("says how many pages there are, and which id was probably meant", async () => {
    expect(await failure(readDocument, { id: "sotu-2009-barack-obama", page: 99 }, context)).toMatch(
      /^bad-arguments: page: sotu-2009-barack-obama has \d+ pages, so there is no page 99\.$/,
    );
    expect(await failure(readDocument, { id: "sotu-2009-obama" }, context)).toContain(
      "search_documents finds the ids of all 63.",
    );
    expect(await failure(readDocument, { id: "sotu_2009_barack_obamma" }, context)).toContain(
      "Did you mean sotu-2009-barack-obama?",
    );
  });
});
