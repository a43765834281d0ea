// A real language model in the page: opened from a file, run, stopped, closed; and files that are none.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import type { RunEvent } from "../../src/engine/index.ts";
import { button, ended, exported, page, region, run, site, standing, task, usePage } from "./page-support.ts";

/** A real model, which is too large to be kept with the tests. Without one they are skipped. */
const weights = process.env["LOOPGLASS_TEST_GGUF"];

usePage();

const panel = () => region("Model in this page");
const choose = (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel("Model file").setInputFiles(file);

async function openPanel(): Promise<void> {
  await button("Run a model in this page…").click();
  await panel().waitFor();
}

/** Whether it is any good: so small a model may also say the same over and over, and is then cut off. */
async function answers(words: string): Promise<void> {
  await run(words);
  await standing().filter({ hasText: "Running" }).waitFor();
  await standing()
    .filter({ hasText: /Completed|Stopped/ })
    .waitFor();
  const { events } = JSON.parse(await exported()) as { events: RunEvent[] };
  expect(events[0]).toMatchObject({ task: words });
  expect(events.find(({ type }) => type === "model.reply")).toMatchObject({ text: expect.stringMatching(/\w/) });
  expect(events.at(-1)).not.toMatchObject({ stop: { code: "model" } });
}

test("a file that is no model is refused with its repair, and nothing is fetched for it", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openPanel();
  await choose({ name: "notes.gguf", mimeType: "application/octet-stream", buffer: Buffer.from("these are notes") });
  await panel().getByRole("alert").filter({ hasText: "no GGUF file" }).waitFor();
  expect(asked.filter((url) => /runtime\.worker|wllama.*\.wasm/.test(url))).toEqual([]);
  expect(await button("Open a .gguf file…", panel()).isEnabled()).toBe(true);
});

test("what begins as a model and is rubbish is refused by the runtime, and another file can be opened", async () => {
  await openPanel();
  const buffer = Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(10_000, 7)]);
  await choose({ name: "rubbish.gguf", mimeType: "application/octet-stream", buffer });
  await panel().getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor({ timeout: 60_000 });
  expect(await button("Open a .gguf file…", panel()).isEnabled()).toBe(true);
}, 90_000);

test.skipIf(!weights)(
  "a model from disk answers in the page, is stopped in a long prompt, and answers again",
  async () => {
    // Two cores write about ten tokens a second.
    page.setDefaultTimeout(120_000);
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await openPanel();
    await choose(String(weights));
    await panel()
      .getByText(/tokens of context/)
      .waitFor({ timeout: 90_000 });
    expect(await panel().innerText()).toMatch(/runs on (one thread|\d+ threads)/);
    const name = basename(String(weights));
    expect(await page.getByLabel("Model", { exact: true }).inputValue()).toBe(name);

    await page.getByRole("radio", { name: "Single prompt" }).check();
    const limit = page.getByRole("textbox", { name: "Token limit, typed", exact: true });
    await limit.fill("12,000");
    await limit.press("Enter");
    await answers("Say good morning.");
    await panel()
      .getByText(/Last reply: read/)
      .waitFor();

    await run(`Sum this up. ${readFileSync(new URL("../../README.md", import.meta.url), "utf8").slice(0, 9000)}`);
    await page.getByText(/Stop/).first().waitFor();
    await panel()
      .getByText(/Reading the prompt: [1-9]/)
      .waitFor();
    const begun = performance.now();
    await button("Stop").click();
    await ended("Stopped");
    expect(performance.now() - begun).toBeLessThan(1_000);

    await answers("Say good evening.");
    await page.reload();
    await page.getByText("ran in this page. Open its file again").waitFor();
    await button("Open a .gguf file…", panel()).waitFor();
    expect([...hosts].filter((host) => host !== site.url && !host.startsWith("blob"))).toEqual([]);
    await task().waitFor();
  },
  200_000,
);
