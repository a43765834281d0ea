// Plans that notebooks have filed, in a real browser: they outlive the page, an older database, and a storage that fails.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Plan } from "../../src/engine/index.ts";
import { openTab, reload, useTabs } from "./history-page/tabs.ts";

useTabs();

const plan = (id: string, createdAt: number, outcome = "50"): Plan => ({
  id,
  name: `Plan ${id}`,
  description: "calculate",
  expectedOutcome: "a number",
  subtasks: [],
  state: "done",
  outcome,
  createdAt,
  finishedAt: createdAt + 1,
});

/** Files plans through a history of the page's own. */
const file = (page: Page, plans: Plan[], version?: number) =>
  page.evaluate(
    async ({ plans, version }) => {
      const { history } = window.harness.watch(version === undefined ? {} : { version });
      for (const plan of plans) await history.plans.add(plan);
    },
    { plans, version },
  );
const listed = (page: Page) =>
  page.evaluate(async () => (await window.harness.watch().history.plans.list()).map(({ id }) => id));

test("a plan is there after a reload, the oldest first, each id once", async () => {
  const page = await openTab();
  await file(page, [plan("b", 2), plan("a", 1), plan("b", 2, "51")]);
  await reload(page);
  expect(await listed(page)).toEqual(["a", "b"]);
  const found = await page.evaluate(async () => {
    const { plans } = window.harness.watch().history;
    return [await plans.get("b"), await plans.get("c")];
  });
  expect(found).toEqual([plan("b", 2, "51"), undefined]);
});

test("a database of the build before plans keeps its runs and takes plans", async () => {
  const page = await openTab();
  await page.evaluate(async () => {
    const { history } = window.harness.watch({ version: 1 });
    const recording = history.start({ id: "r1" });
    for (const event of window.harness.longLog(20)) recording.add(event);
    if (!(await recording.close())) throw new Error("not saved");
    const names = await new Promise((resolve) => {
      indexedDB.open("loopglass").onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        resolve([database.version, ...database.objectStoreNames]);
        database.close();
      };
    });
    if (JSON.stringify(names) !== '[1,"files","log","runs"]')
      throw new Error(`It is no old database: ${String(names)}`);
  });
  await reload(page);
  await file(page, [plan("a", 1)]);
  const seen = await page.evaluate(async () => {
    const { history, notices } = window.harness.watch();
    const runs = await history.list();
    return { notices, runs: runs.map(({ id }) => id), events: (await history.open("r1")).events.length };
  });
  expect(seen).toEqual({ notices: [null], runs: ["r1"], events: 20 });
  expect(await listed(page)).toEqual(["a"]);
});

test("without a storage plans last as long as the page, and are saved once it can be used again", async () => {
  const page = await openTab();
  const seen = await page.evaluate(
    async (plan) => {
      const { watch, breakTransactions, rejections, until } = window.harness;
      const { history, notices } = watch();
      await history.settled();
      const mend = breakTransactions(Infinity);
      await history.plans.add(plan);
      const inMemory = [await history.plans.get(plan.id), await history.plans.list()];
      const told = notices.filter(Boolean).map((notice) => notice?.code);
      mend();
      history.retry();
      await until(() => history.state === "ready");
      return { inMemory, told, rejections };
    },
    plan("a", 1),
  );
  expect(seen).toEqual({ inMemory: [plan("a", 1), [plan("a", 1)]], told: ["history-lost"], rejections: [] });
  await expect.poll(() => listed(page)).toEqual(["a"]);
});

test("the oldest make room for what is more than a hundred", async () => {
  const page = await openTab();
  await file(
    page,
    Array.from({ length: 103 }, (_, at) => plan(`p${at}`, at)),
  );
  const ids = await listed(page);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "p3", "p102"]);
});
