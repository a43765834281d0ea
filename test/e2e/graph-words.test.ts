// What stands on cards: one line of a call is cut between words, whatever the script; the whole is at hand.
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { call, close, open, runStart, stamp } from "../fixtures/log.ts";
import { button, importFile, page, region, usePage } from "./page-support.ts";

usePage();

const texts = {
  latin: "Wrote 2 characters to result.txt and read them back to compare",
  arabic: "احسب متوسط سعر السهم لكل سنة من البداية إلى النهاية ثم قارن بين السنوات",
  chinese: "把计算结果保存到文件之后再读出来逐字核对内容是否完全一致，并且写下来",
  family: "👩‍👩‍👧‍👦".repeat(14),
};

test("the words of a call are cut between words, an emoji never in two", async () => {
  const facts = Object.values(texts).flatMap((text, index) => {
    const span = `1.${index + 1}`;
    return [open(span, "tool", "calculator"), call(span, "calculator", text), close(span)];
  });
  const events = stamp([runStart("Words."), open("1", "agent", "react"), ...facts, close("1")]);
  await importFile("words.json", writeRun({ id: "words", title: "Words", files: [], events }));
  await button("Show all", region("Graph")).click();
  await expect.poll(() => page.locator(".given").count()).toBe(4);
  const seen = await page.locator(".given").evaluateAll((rows) =>
    rows.map((row) => {
      const words = row.firstChild as Text;
      const range = document.createRange();
      const topAt = (at: number) => {
        range.setStart(words, at);
        range.setEnd(words, at + 1);
        return range.getBoundingClientRect().top;
      };
      let end = 1;
      while (end < words.length && topAt(end) - topAt(0) < 8) end++;
      return { line: words.data.slice(0, end), whole: row.getAttribute("title"), oneLine: row.clientHeight <= 17 };
    }),
  );
  expect(seen.map(({ whole }) => whole)).toEqual(Object.values(texts));
  expect(seen.every(({ line, whole, oneLine }) => oneLine && line.length < (whole ?? "").length)).toBe(true);
  const [latin, arabic, , family] = seen.map(({ line }) => line);
  expect([latin?.at(-1), arabic?.at(-1)]).toEqual([" ", " "]);
  expect(texts.family.startsWith(family ?? "?") && (family?.length ?? 1) % 11).toBe(0);
});
