// Documents: found by their words, within dates, read by the page.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeText } from "../../../src/ui/data/describe-text.ts";
import { pagesOf, passagesOf } from "../../../src/ui/data/pages.ts";
import { createTextDocuments, type TextDocument } from "../../../src/ui/data/text-documents.ts";
import { wordsOf } from "../../../src/ui/data/words.ts";

const made = (id: string, date: string | null, text: string): TextDocument => ({
  id,
  title: `About ${id}`,
  date,
  source: "the test",
  text,
});

function library() {
  const documents = createTextDocuments();
  documents.add([
    made("oil", "1979", "The price of oil doubled. Energy is scarce, and economies slow down."),
    made("banks", "2009-02-24", "Banks failed and jobs were lost. The economy is in a recession."),
    made("moon", null, "A landing on the moon."),
    made("zh", "2024-05", "公司的营业收入增长了百分之十，市场竞争激烈。"),
  ]);
  return documents;
}
const ids = (query: string, more: { from?: string; to?: string; limit?: number } = {}) =>
  library()
    .search(query, { limit: 10, ...more })
    .hits.map(({ id }) => id);

describe("search", () => {
  test("finds by words, best first, plural or not, and says which words a passage holds", () => {
    expect(library().search("economy recession job", { limit: 5 })).toEqual({
      hits: [
        {
          id: "banks",
          title: "About banks",
          date: "2009-02-24",
          page: 1,
          snippet: "Banks failed and jobs were lost. The economy is in a recession.",
          words: ["economy", "recession", "job"],
        },
        expect.objectContaining({ id: "oil", words: ["economy"] }),
      ],
      found: 2,
      searched: 4,
      words: ["economy", "recession", "job"],
    });
  });

  test("finds Chinese words", () => expect(ids("市场 收入")).toEqual(["zh"]));

  test("finds nothing where there is nothing, and does not guess", () => {
    expect(library().search("xylophone", { limit: 5 })).toEqual({
      hits: [],
      found: 0,
      searched: 4,
      words: ["xylophone"],
    });
    expect(library().search("the of and", { limit: 5 })).toMatchObject({ found: 0, words: [] });
  });

  test.each([
    ["2009", undefined, ["banks", "zh"]],
    ["2009-02-25", undefined, ["zh"]],
    [undefined, "2009-02", ["banks", "oil"]],
    ["1979-06", "1979-07", ["oil"]],
    ["2010", "2020", []],
  ])("from %s to %s finds what is dated within", (from, to, expected) => {
    const more = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    expect(ids("economy moon 市场", more).sort()).toEqual(expected);
  });

  test("gives at most as many as asked for and counts all", () => {
    expect(library().search("economy moon", { limit: 1 })).toMatchObject({ hits: [{}], found: 3 });
  });

  test("a long passage is shown around the words that were asked for", () => {
    const documents = createTextDocuments();
    documents.add([made("long", null, `${"filler text ".repeat(40)}the needle lies here ${"more words ".repeat(12)}`)]);
    const [hit] = documents.search("needle", { limit: 1 }).hits;
    expect(hit?.snippet).toContain("needle");
    expect(hit?.snippet.length).toBeLessThan(380);
  });
});

test("a document is found no more once it is removed, and a new one of its id takes its place", () => {
  const documents = library();
  documents.add([made("oil", "1980", "Gas.")]);
  expect(documents.search("oil price", { limit: 5 }).hits.map(({ date }) => date)).toEqual(["1980"]);
  documents.remove("oil");
  expect(documents.search("gas oil", { limit: 5 }).found).toBe(0);
  expect(documents.read("oil", 1)).toBeUndefined();
  expect(documents.list().map(({ id }) => id)).toEqual(["banks", "moon", "zh"]);
});

test("pages and passages hold the whole text, in order, and none is too long", () => {
  const text = fc.array(
    fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom("\n\n", ". ", "。", " ", "word ")),
    {
      maxLength: 1_500,
    },
  );
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join("");
      const pages = pagesOf(whole);
      expect(pages.join("")).toBe(whole);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(5_500);
      expect(pages.length === 1 || pages.every((page) => page !== "")).toBe(true);
      expect(
        passagesOf(pages)
          .map((passage) => passage.text)
          .join(""),
      ).toBe(whole);
    }),
    { numRuns: 50 },
  );
});

test("a page ends where a sentence ends, if it can", () => {
  const [page] = pagesOf("One sentence of some words. ".repeat(400));
  expect(page?.endsWith("words. ")).toBe(true);
});

test("words are in lower case, without plural, and without those that say nothing", () => {
  expect(wordsOf("The Economies' JOBS, co-operation; boss analysis and churches 中国经济")).toEqual([
    "economy",
    "job",
    "co",
    "operation",
    "boss",
    "analysis",
    "church",
    "中国",
    "经济",
  ]);
});

test.each([
  ['---\ntitle: "A day"\ndate: 2024-05-06\n---\ntext', "x.md", { title: "A day", date: "2024-05-06" }],
  ["Intro\n\n## The report ##\n", "report-2023-11.md", { title: "The report", date: "2023-11" }],
  ["plain", "notes.txt", { title: "notes", date: null }],
  ["plain", "12345678.txt", { title: "12345678", date: null }],
])("title and date of %j in %s", (text, name, expected) => expect(describeText(text, name)).toEqual(expected));
