// Chanting: a stream that says the same over and over is found; what repeats by nature is left alone.
import { describe, expect, test } from "vitest";
import { createChantWatch, withoutChant } from "../../src/engine/chants.ts";

/** The index at which the watch speaks up, to the end of the piece; -1: never. */
function chantAt(text: string, size: number): number {
  const watch = createChantWatch();
  for (let at = 0; at < text.length; at += size) if (watch.add(text.slice(at, at + size))) return at + size;
  return -1;
}
const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join("");

/** A line of words that no other line has. */
const verse = (seed: number): string =>
  Array.from({ length: 7 }, (_, at) => ((seed + 1) * 7919 * (at + 3) ** 5).toString(36)).join(" ");

const sentence = "I will search once more for the revenue of Lumen by region. ";

describe("finds", () => {
  test.each<[string, string]>([
    ["a sentence again and again", sentence.repeat(30)],
    ["a sentence with a counter in it", rows(30, (at) => `Attempt ${at}: ${sentence}\n`)],
    ["a sentence after much good text", rows(40, (at) => `Fact ${at} is ${at * at * 7919}. `) + sentence.repeat(15)],
    ["a short word", "very ".repeat(200)],
    ["one character", "a".repeat(1_000)],
    ["Chinese", "我需要再次搜索这个问题的答案。".repeat(60)],
    ["a chant inside a JSON string", `Action Input: {"content": "${sentence.repeat(30)}`],
    ["a chant after a closed fence", `\`\`\`\ncode\n\`\`\`\n${sentence.repeat(30)}`],
  ])("%s", (_, text) => {
    const found = [1, 7, 64, text.length].map((size) => chantAt(text, size));
    expect(Math.min(...found)).toBeGreaterThan(0);
    expect(found[0]).toBeLessThan(found[1] === -1 ? 0 : (found[1] ?? 0) + 1);
  });

  test("at the tenth time, not before", () => {
    expect(chantAt(sentence.repeat(9), 1)).toBe(-1);
    expect(chantAt(sentence.repeat(11), 1)).toBeGreaterThan(0);
  });
});

describe("leaves alone", () => {
  test.each<[string, string]>([
    ["a code fence", `\`\`\`js\n${"console.log('the same line of code over and over');\n".repeat(40)}\`\`\`\n`],
    ["a table", rows(40, (at) => `| ${at} | Deutsche Bank AG | EUR | Frankfurt am Main | active | paid in full |\n`)],
    ["a list", rows(40, (at) => `- https://example.org/a/very/long/path/that/goes/on/and/on/and/on/item-${at}\n`)],
    [
      "rows of data",
      `{"rows": [${rows(40, (at) => `{"id": ${at}, "currency": "EUR", "country": "Germany", "status": "paid"}, `)}]}`,
    ],
    ["a ruled line", `Title\n${"-".repeat(120)}\ntext\n${"=".repeat(120)}\n`],
    [
      "a poem whose two lines of refrain return after every verse",
      rows(
        14,
        (at) =>
          `${verse(at)}\n${verse(at + 100)}\nso sing for the ship that will come home no more,\nso sing for the sea and the sand and the shore.\n\n`,
      ),
    ],
    ["good text", rows(300, (at) => `Paragraph ${at} tells about ${(at * 7919) % 997} and then about ${at * at}. `)],
    [
      "the same sentence far apart",
      rows(20, (at) => sentence + rows(12, (word) => `${at * 31 + word * 7919} and more words, `)),
    ],
  ])("%s", (_, text) => {
    for (const size of [1, 13, text.length]) expect(chantAt(text, size)).toBe(-1);
  });
});

describe("without its chant", () => {
  const found = (text: string, size: number) => {
    const watch = createChantWatch();
    for (let at = 0; at < text.length && !watch.add(text.slice(at, at + size)); at += size);
    return withoutChant(text, watch.foundAt ?? -1);
  };

  test.each([1, 64, 100_000])("a reply keeps what stood before, and the passage once (pieces of %i)", (size) => {
    const before = "Lumen earned 4.1 billion in 2023, of which 2.2 billion in the north.\n\n";
    const { kept, passage } = found(before + sentence.repeat(40), size);
    expect(kept.startsWith(before)).toBe(true);
    expect(kept.length).toBeLessThan(before.length + 2 * sentence.length);
    expect(passage).toHaveLength(50);
    expect(sentence.repeat(2)).toContain(passage);
  });

  test("it is well-formed where a passage is cut inside a character", () => {
    const { kept, passage } = found("\u{1F30A}a".repeat(400), 7);
    expect([kept.isWellFormed(), passage.isWellFormed()]).toEqual([true, true]);
    expect(kept.length).toBeLessThan(60);
  });
});

test("the work is linear", () => {
  const text = rows(20_000, (at) => `Line ${at} holds ${(at * 7919) % 104_729}. `);
  const start = performance.now();
  expect(chantAt(text, 8)).toBe(-1);
  expect(performance.now() - start).toBeLessThan(4_500);
});
