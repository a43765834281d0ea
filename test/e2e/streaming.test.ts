// Models that write fast and long: the page stays free for whoever uses it meanwhile (field case G-03).
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { close, open, reply, runStart, stamp } from "../fixtures/log.ts";
import type { Script } from "../fixtures/openai-server.ts";
import {
  allowFaults,
  context,
  ended,
  exported,
  importFile,
  model,
  openPage,
  page,
  region,
  run,
  site,
  standing,
  task,
  usePage,
} from "./page-support.ts";

usePage({ maxOutputTokens: 3_000_000 });

/** What kept the page busy, in ms. */
interface Work {
  readonly longestTask: number;
  readonly slowestKey: number;
  /** all tasks together */
  readonly allTasks: number;
}

/** Opens the page with a pattern chosen, and no limit but those on calls: texts are longer here than anybody would pay for. */
async function openWith(pattern: string): Promise<void> {
  const budget = { usd: null, tokens: null, wallMs: 600_000, agentTimeoutMs: 120_000 };
  const settings = JSON.stringify({ model: "local-model", pattern, budget, loopRules: false });
  await openPage();
  await context.addInitScript((settings) => localStorage.setItem("loopglass.settings", settings), settings);
  await page.goto(site.url);
  await expect.poll(() => page.getByRole("combobox", { name: "Model", exact: true }).inputValue()).toBe("local-model");
}

/** The log of a run with one call and this answer. */
const answering = (answer: string) =>
  stamp([
    runStart("Write much."),
    open("1", "agent", "single"),
    open("1.1", "model", "main"),
    reply("1.1", answer),
    close("1.1"),
    close("1"),
    { type: "run.end", status: "completed", answer },
  ]);

function answerOf(file: string): string {
  const { events } = JSON.parse(file) as { events: { type: string; answer?: string }[] };
  return events.at(-1)?.answer ?? "";
}

/** Begins to watch, and tells what it saw. */
async function watchWork(): Promise<() => Promise<Work>> {
  await page.evaluate(() => {
    const seen = { longestTask: 0, slowestKey: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (/^key|input/.test(name)) seen.slowestKey = Math.max(seen.slowestKey, duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  const before = await taskMs();
  return async () => {
    const allTasks = (await taskMs()) - before;
    return { ...(await page.evaluate(() => (globalThis as unknown as { seen: Work }).seen)), allTasks };
  };
}

/** A stream of so many pieces a second: it catches up with the clock, however late the machine wakes it. */
function streaming(pieces: string[], perSecond: number): Script {
  let start = 0;
  return {
    text: pieces,
    before: async (event) => {
      start ||= performance.now();
      const early = start + (event * 1_000) / perSecond - performance.now();
      if (early > 4) await new Promise((resolve) => setTimeout(resolve, early));
    },
  };
}

/**
 * The least work of up to three rounds: what the page does itself it does in each of them, while another program may keep the
 * machine busy in one.
 */
async function leastWork(round: () => Promise<Work>, isFree: (work: Work) => boolean): Promise<Work> {
  const seen: Work[] = [];
  for (let rounds = 0; rounds < 3; rounds++) {
    const work = await round();
    if (isFree(work)) return work;
    seen.push(work);
  }
  throw new Error(`The page was busy in every round: ${JSON.stringify(seen)}`);
}

test("six agents that write 100 tokens a second each: no task over 50 ms, and keys are on screen within 100 ms", async () => {
  const words = (agent: number) => Array.from({ length: 400 }, (_, index) => `w${agent}x${index} `);
  const tasks = ["finance", "finance", "news", "news", "writer", "writer"].map((agent, index) => ({
    agent,
    task: `part ${index}`,
    dependsOn: [],
  }));
  const work = await leastWork(
    async () => {
      await openWith("multi-agent");
      model.reply({ text: JSON.stringify({ tasks }) }, ...tasks.map((_, agent) => streaming(words(agent), 100)), {
        text: "All parts are written.",
      });
      const before = model.requests.length;
      await run("Write six parts.");
      // All six are under way, and the code of what they are shown with is there.
      await model.request(before + 7);
      await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length >= 3);
      const seen = await watchWork();
      await task().focus();
      await page.keyboard.type("While they write, a person writes their next task. ".repeat(2), { delay: 30 });
      const found = await seen();
      expect(await task().inputValue()).toContain("a person writes");
      await ended();
      return found;
    },
    ({ longestTask, slowestKey }) => longestTask <= 50 && slowestKey < 100,
  );
  expect(work.slowestKey).toBeLessThan(100);
}, 120_000);

/** Runs one reply while a person types, to its end. */
async function answered(script: Script, isFree: (work: Work) => boolean): Promise<Work> {
  return leastWork(async () => {
    await openWith("single");
    const seen = await watchWork();
    model.reply(script);
    const before = model.requests.length;
    await run("Write much.");
    await model.request(before + 1);
    await task().pressSequentially("a person writes meanwhile", { delay: 40 });
    await ended();
    return seen();
  }, isFree);
}

test("ten thousand pieces, half of them in an open fence: keys are on screen within 200 ms, twice the text takes at most 2.5 times the work", async () => {
  // A provider that ignores the output limit is cut at some 18 kB, so the pieces are small.
  const pieces = (count: number) =>
    Array.from({ length: count }, (_, index) => (index === count / 2 ? "\n```\n" : index % 12 === 11 ? "\n" : "x"));
  const isFree = ({ longestTask, slowestKey }: Work) => longestTask < 200 && slowestKey < 200;
  const half = await answered(streaming(pieces(5_000), 1_000), isFree);
  const whole = await answered(streaming(pieces(10_000), 1_000), isFree);
  expect(half.allTasks).toBeGreaterThan(100);
  expect(whole.allTasks / half.allTasks).toBeLessThan(2.5);
  expect(answerOf(await exported())).toBe(pieces(10_000).join(""));
}, 180_000);

test("Stop ends a fast stream within 500 ms", async () => {
  await openWith("single");
  model.reply(streaming(Array<string>(20_000).fill("const a = b + c; // "), 1_000));
  const before = model.requests.length;
  await run("Write much.");
  await model.request(before + 1);
  await region("Graph").getByText("const a = b").first().waitFor();
  const took = await page.evaluate(async () => {
    const named = (name: string) =>
      [...document.querySelectorAll("button")].find((it) => it.textContent?.trim() === name);
    const status = document.querySelector("[aria-label=Controls] [role=status]");
    const start = performance.now();
    named("Stop")?.click();
    while (!status?.textContent?.includes("Stopped")) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  expect(took).toBeLessThan(500);
});

test("one event of 8 MB is cut by who has it first: the run ends, and the page is free", async () => {
  await openWith("single");
  const seen = await watchWork();
  model.reply({ text: "0123456789abcdef ".repeat(500_000).slice(0, 8_000_000) });
  await run("Write 8 MB.");
  await standing()
    .filter({ hasText: /Completed|Stopped|Failed/ })
    .waitFor({ timeout: 40_000 });
  expect((await seen()).longestTask).toBeLessThan(300);
  allowFaults("ERR_INCOMPLETE_CHUNKED_ENCODING");
}, 90_000);

test("an answer of 8 MB, of an imported run, is shown in part and exported whole", async () => {
  const answer = "0123456789abcdef ".repeat(500_000).slice(0, 8_000_000);
  await importFile("long.json", writeRun({ id: "r1", title: "Long", files: [], events: answering(answer) }));
  await region("Answer")
    .getByRole("button", { name: /8\.0 MB/ })
    .waitFor();
  const seen = await watchWork();
  await task().pressSequentially("a person writes", { delay: 30 });
  expect((await seen()).slowestKey).toBeLessThan(200);
  expect(answerOf(await exported())).toHaveLength(8_000_000);
}, 60_000);

test("a line of 500,000 letters without a space: no task over 300 ms while it streams, nor when it is imported", async () => {
  const streamed = await answered(
    { text: Array<string>(100).fill("w".repeat(5_000)) },
    (work) => work.longestTask < 300,
  );
  expect(streamed.longestTask).toBeLessThan(300);
  const text = writeRun({ id: "r2", title: "Line", files: [], events: answering("w".repeat(500_000)) });
  const imported = await leastWork(
    async () => {
      await openPage();
      const seen = await watchWork();
      await importFile("line.json", text);
      await region("Answer")
        .getByRole("button", { name: /500\.0 kB/ })
        .waitFor();
      return seen();
    },
    ({ longestTask }) => longestTask < 300,
  );
  expect(imported.longestTask).toBeLessThan(300);
}, 90_000);

test("twenty thousand nested signs of Markdown: no task over 500 ms, and the text is shown as it is", async () => {
  const events = answering(">".repeat(10_000) + "*".repeat(10_000));
  const text = writeRun({ id: "r3", title: "Nested", files: [], events });
  const { longestTask } = await leastWork(
    async () => {
      await openPage();
      const seen = await watchWork();
      await importFile("nested.json", text);
      await region("Answer")
        .getByText(/It could not be formatted/)
        .waitFor();
      return seen();
    },
    ({ longestTask }) => longestTask < 500,
  );
  expect(longestTask).toBeLessThan(500);
  expect((await region("Answer").innerText()).length).toBeGreaterThan(20_000);
}, 90_000);
