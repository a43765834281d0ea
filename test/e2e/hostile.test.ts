// What comes from outside and means harm, or is broken in half: files, arguments and texts (field cases G-04 and G-05).
import { beforeEach, describe, expect, test } from "vitest";
import {
  button,
  ended,
  english,
  exported,
  importFile,
  model,
  page,
  region,
  run,
  runs,
  usePage,
} from "./page-support.ts";

usePage();

const polluted = () =>
  page.evaluate(() => {
    const plain = {} as Record<string, unknown>;
    return { polluted: plain["polluted"], isAdmin: plain["isAdmin"], keys: Object.keys(Object.prototype) };
  });
const clean = { polluted: undefined, isAdmin: undefined, keys: [] };

describe("prototypes (G-04)", () => {
  const stranger =
    '{"format":"trace-bundle","version":1,"runs":[{"id":"__proto__","title":"p","__proto__":{"isAdmin":true},"nodes":{"__proto__":{"label":"x"},"constructor":{"prototype":{"polluted":1}}}}],"settings":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';

  test("a file of another kind that aims at them is refused, and nothing is found on them", async () => {
    await importFile("bundle.json", stranger);
    await page.getByText(/was not imported, and nothing was changed/).waitFor();
    expect(await polluted()).toEqual(clean);
    expect(await runs().count()).toBe(0);
  });

  test("a run whose settings aim at them is refused with the path", async () => {
    await run(english);
    await ended();
    const text = (await exported()).replace('"settings":{', '"settings":{"__proto__":{"polluted":1},');
    expect(text).toContain("__proto__");
    await importFile("run.json", text);
    await page
      .getByText(/__proto__/)
      .first()
      .waitFor();
    expect(await polluted()).toEqual(clean);
    expect(await runs().count()).toBe(1);
  });

  test("arguments that aim at them are plain data: shown, and exported again unchanged", async () => {
    await run(english);
    await ended();
    const text = (await exported()).replace(
      '"arguments":{"expression":',
      '"arguments":{"__proto__":{"polluted":1},"expression":',
    );
    expect(text).toContain("__proto__");
    await importFile("run.json", text);
    await expect.poll(() => runs().count()).toBe(2);
    await ended();
    expect(await polluted()).toEqual(clean);
    expect(await exported()).toContain('"__proto__":{"polluted":1}');
  });
});

test("words that Chinese punctuation ends are bold without a space after them, and a product's stars stay", async () => {
  await page.getByRole("combobox", { name: "Model" }).selectOption("local-model");
  model.reply({ text: "**走势：**AMZN上涨，**“领先”**的是它。乘法写作 2 * 3 * 4。" });
  await run("走势如何？");
  await ended();
  const answer = region("Answer");
  await answer.locator("strong").first().waitFor();
  expect(await answer.locator("strong").allTextContents()).toEqual(["走势：", "“领先”"]);
  expect(await answer.textContent()).not.toContain("**");
  expect(await answer.locator("em").count()).toBe(0);
});

describe("half an emoji (G-05)", () => {
  beforeEach(async () => {
    await page.getByRole("combobox", { name: "Model" }).selectOption("local-model");
  });
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

  test("two halves in two deltas are one emoji", async () => {
    model.reply({
      raw: [chunk({ content: "wave \ud83c" }), chunk({ content: "\udf0a!" }, "stop"), "data: [DONE]\n\n"],
    });
    await run("Wave.");
    await ended();
    await region("Answer").getByText("wave 🌊!").waitFor();
    expect(await region("Answer").textContent()).not.toContain("\ufffd");
  });

  test("one in an argument never reaches the server again as a half", async () => {
    const before = model.requests.length;
    model.reply(
      {
        raw: [
          chunk(
            {
              tool_calls: [
                {
                  index: 0,
                  id: "w",
                  type: "function",
                  function: { name: "write_file", arguments: '{"path":"a.txt","content":"\\ud83c"}' },
                },
              ],
            },
            "tool_calls",
          ),
          "data: [DONE]\n\n",
        ],
      },
      { text: "Done." },
    );
    await run("Write half an emoji.");
    await ended();
    const later = model.requests.slice(before + 1);
    expect(later.length).toBeGreaterThan(0);
    for (const { text, body } of later) {
      expect(text).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i);
      expect(JSON.stringify(body).isWellFormed()).toBe(true);
    }
  });

  test("one in the title of a file becomes a mark for a missing letter, and what is exported is whole", async () => {
    model.reply({ text: "4" });
    await run("What is 2+2?");
    await ended();
    const file = JSON.parse(await exported()) as { title: string };
    await importFile("run.json", JSON.stringify({ ...file, title: "TITLE" }).replace("TITLE", "bad \\udc00 title"));
    await runs().filter({ hasText: "bad \ufffd title" }).waitFor();
    await button("Export JSON").waitFor();
    expect((await exported()).isWellFormed()).toBe(true);
  });
});
