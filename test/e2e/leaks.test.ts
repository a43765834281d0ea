// Texts that want to load or to run something, wherever the page shows them (field cases G-01 and G-02), beside a stranger's server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunEvent } from "../../src/engine/index.ts";
import { startCountingServer, type CountingServer } from "../fixtures/counting-server.ts";
import { loadingTexts, runningTexts } from "../fixtures/hostile-texts.ts";
import {
  button,
  context,
  ended,
  exported,
  importFile,
  model,
  nodes,
  page,
  region,
  run,
  runs,
  usePage,
} from "./page-support.ts";

usePage();

let stranger: CountingServer;
let texts: string[];
let dialogs: string[];
/** hosts other than the page's own that anything of the page turned to */
let foreign: string[];

beforeAll(async () => {
  stranger = await startCountingServer();
  texts = [...loadingTexts(stranger.url), ...runningTexts];
});
afterAll(() => stranger?.stop());
beforeEach(async () => {
  [dialogs, foreign] = [[], []];
  const own = new URL(page.url()).origin;
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith("blob:")) foreign.push(request.url());
  });
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
});
afterEach(() => {
  expect({ dialogs, foreign, asked: stranger.asked }).toEqual({ dialogs: [], foreign: [], asked: [] });
});

/** What is on the page now that should not be. */
const strangers = () =>
  page.evaluate(() => {
    const found: string[] = [];
    const foreign =
      "img, iframe, object, embed, form, video, audio, picture, base, meta[http-equiv], #app ~ style, main style, main link, main script";
    for (const element of document.querySelectorAll(foreign)) found.push(element.outerHTML);
    for (const element of document.querySelectorAll("*"))
      for (const { name, value } of element.attributes)
        if (/^on|^ping$|^srcdoc$|^xlink:href$/.test(name) || (name === "style" && value.includes("http")))
          found.push(`${element.tagName} ${name}`);
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".markdown a")) {
      const { protocol, rel, host, textContent, attributes } = link;
      const isSafe = /^(https?|mailto):$/.test(protocol) && rel === "noopener noreferrer";
      const names = [...attributes]
        .map(({ name }) => name)
        .sort()
        .join();
      // A figure's way to the node that it rests on: it leads nowhere else.
      const isGrounded = link.getAttribute("href") === "#inspector" && names === "class,href,title";
      if (isGrounded && link.className === "grounded") continue;
      if (!isSafe || !textContent.includes(host) || names !== "href,rel,target") found.push(link.outerHTML);
    }
    return found;
  });

async function hoverEverything(): Promise<void> {
  for (const node of await nodes().all()) await node.hover({ force: true });
  for (const link of await page.locator(".markdown a").all()) await link.hover({ force: true });
}

test(
  "shown as an answer from an imported file, each is text and links, and nothing leaves the page",
  { timeout: 90_000 },
  async () => {
    model.reply({ text: "ANSWER" });
    await page.getByRole("radio", { name: "Single prompt" }).check();
    await run("Say it.");
    await ended();
    const file = JSON.parse(await exported()) as { title: string; events: RunEvent[] };
    for (const [index, text] of texts.entries()) {
      const events = file.events.map((event) =>
        event.type === "run.end" ? { ...event, answer: `${text}\n\nnumber ${index}` } : event,
      );
      await importFile("run.json", JSON.stringify({ ...file, title: text, events }));
      const answer = region("Answer");
      await answer.getByText(new RegExp(`number ${index}\\b`)).waitFor();
      await answer.locator(".markdown > .plain").waitFor({ state: "detached" });
      expect(await strangers(), text).toEqual([]);
      await hoverEverything();
    }
    await expect.poll(() => runs().count()).toBeGreaterThan(5);
    // The neighbours: what is a link stays one.
    const link = region("Answer").getByRole("link");
    await importFile(
      "run.json",
      JSON.stringify({
        ...file,
        events: file.events.map((event) =>
          event.type === "run.end"
            ? { ...event, answer: "[ok](https://ok.example/a?b=1&c=2) and <mail@ok.example>, H<sub>2</sub>O<br/>next" }
            : event,
        ),
      }),
    );
    await link.first().waitFor();
    expect(await link.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]))).toEqual([
      ["ok (ok.example)", "https://ok.example/a?b=1&c=2"],
      ["mail@ok.example", "mailto:mail@ok.example"],
    ]);
  },
);

test("as task, thought, arguments, tool result and answer of a run they are text, also hovered, printed and exported", async () => {
  const all = texts.join("\n\n");
  model.reply(
    { text: all, calls: [{ name: "write_file", arguments: { path: "leak.md", content: all } }] },
    { text: all, calls: [{ name: "read_file", arguments: { path: "leak.md" } }] },
    { text: all },
  );
  await run(all);
  await ended();
  await region("Answer").locator(".markdown > .plain").waitFor({ state: "detached" });
  // By keyboard: only what is in view can be clicked.
  await nodes().first().focus();
  await page.keyboard.press("Home");
  const walked = new Set<string | null>();
  for (let step = 0; step < 16; step++) {
    walked.add(await page.evaluate(() => document.activeElement?.getAttribute("id") ?? null));
    await region("Inspector").getByRole("heading").first().waitFor();
    expect(await strangers()).toEqual([]);
    await page.keyboard.press("ArrowDown");
  }
  expect(walked.size).toBeGreaterThan(6);
  await hoverEverything();
  await page.emulateMedia({ media: "print" });
  await page.pdf();
  await page.emulateMedia({ media: null });
  expect(await exported()).toContain("onerror=alert(1)");
  await button("As text").click();
  expect(await strangers()).toEqual([]);
});

test("as steps of a plan they are text", async () => {
  await page.getByRole("radio", { name: "Plan-and-Execute", exact: true }).check();
  await page.getByRole("checkbox", { name: "Check and revise" }).uncheck();
  const steps = texts.slice(0, 8).map((description, index) => ({
    id: index + 1,
    description,
    tool: "calculator",
    input: { expression: "1+1" },
    dependsOn: [],
  }));
  model.reply({ text: JSON.stringify({ steps }) }, { text: texts.join("\n\n") });
  await run("Carry it out.");
  await ended();
  const plan = region("Plan");
  await plan.getByText("q=SECRET").first().waitFor();
  await plan.getByText("q=SECRET").first().hover();
  expect(await strangers()).toEqual([]);
});
