// Tables and documents in a real browser: dropped, read by the page's workers, queried by a model's tool calls.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import { startOpenaiServer, type OpenaiServer, type ScriptedCall } from "../fixtures/openai-server.ts";
import { investmentFigures, trendSql, volatilitySql, yearsSql } from "../fixtures/investment.ts";
import { localModel, serve, type Served } from "./serve.ts";
import { watchViolations } from "./violations.ts";

let browser: Browser;
let model: OpenaiServer;
let site: Served;
let context: BrowserContext;
let page: Page;
let faults: string[];
let requested: string[];

beforeAll(async () => {
  [browser, model] = await Promise.all([launchBrowser(), startOpenaiServer()]);
  site = await serve(localModel(model.url));
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await model?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  faults = [];
  await watchViolations(context, (violation) => faults.push(violation));
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  requested = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(site.url);
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

const data = () => page.getByRole("region", { name: "Data", exact: true });
const list = (name: string) => data().getByRole("list", { name, exact: true });
const table = (name: string) =>
  list("Tables")
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

/** Drops files on the page, as a person does. */
async function drop(...files: { name: string; type?: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of files) transfer.items.add(new File([text], name, { type: type ?? "" }));
    return transfer;
  }, files);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** What came back from the tool calls of one reply, in their order, as the model read it. */
async function calls(...asked: Omit<ScriptedCall, "id">[]): Promise<unknown[]> {
  const before = model.requests.length;
  model.reply({ calls: asked.map((call, at) => ({ ...call, id: `call-${before}-${at}` })) }, { text: "Done." });
  await page.getByRole("combobox", { name: "Model" }).selectOption("local-model");
  await page.getByRole("textbox", { name: "Task" }).fill("Look it up.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const { body } = await model.request(before + 2);
  await page.getByRole("group", { name: "Controls" }).getByRole("status").filter({ hasText: "Completed" }).waitFor();
  const { messages } = body as { messages: { role: string; content: string }[] };
  return messages.filter(({ role }) => role === "tool").map(({ content }) => readResult(content));
}

function readResult(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

const query = (sql: string) => ({ name: "query_table", arguments: { sql } });

test("nothing of the data is loaded before it is used", async () => {
  await page.waitForLoadState("networkidle");
  expect(requested.filter((path) => /\.(bin|wasm)$|worker|shelf|page-data/i.test(path))).toEqual([]);
  const [listed] = await calls({ name: "list_tables", arguments: {} });
  expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ name: "stocks", rows: 560 })]));
  // Names of tables need no database yet.
  expect(requested.filter((path) => /\.(bin|wasm)$/.test(path))).toEqual([]);
});

test("a dropped CSV is shown with its types and its bad row, and queried by the page's worker", async () => {
  await drop({
    name: "Sales 2024.csv",
    type: "text/csv",
    text: "day,city,amount\n2024-01-02,Oslo,10.5\n2024-01-03,Rome\n2024-01-04,Oslo,20\n",
  });
  await table("Sales_2024").getByText("2 rows").waitFor();
  await table("Sales_2024").getByText("1 row was left out").waitFor();
  await table("Sales_2024").getByText("Line 3: 2 values instead of 3").waitFor();
  const type = (column: string) => data().getByRole("combobox", { name: `Type of ${column}` });
  expect(await Promise.all(["day", "city", "amount"].map((column) => type(column).inputValue()))).toEqual([
    "date",
    "text",
    "number",
  ]);

  const [listed, sums] = await calls(
    { name: "list_tables", arguments: {} },
    query("SELECT city, sum(amount) AS total, max(day) AS last FROM sales_2024 GROUP BY city"),
  );
  expect(listed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: "Sales_2024",
        columns: { day: "date", city: "text", amount: "number" },
        source: "Sales 2024.csv",
      }),
    ]),
  );
  expect(sums).toEqual({ columns: ["city", "total", "last"], rows: [["Oslo", 30.5, "2024-01-04"]] });

  await type("amount").selectOption("text");
  await expect.poll(() => type("amount").inputValue()).toBe("text");
  const [texts] = await calls(query("SELECT amount FROM sales_2024 ORDER BY day"));
  expect(texts).toEqual({ columns: ["amount"], rows: [["10.5"], ["20"]] });
});

test("the bundled tables answer the questions of an investment report, with the figures of the data", async () => {
  const figures = investmentFigures("AMZN");
  const [trend, years, volatility] = (await calls(
    query(trendSql("AMZN")),
    query(yearsSql("AMZN")),
    query(volatilitySql),
  )) as {
    rows: (string | number)[][];
  }[];
  expect(trend?.rows).toEqual([[figures.firstMonth, figures.lastMonth, figures.changePercent]]);
  expect(years?.rows[0]).toEqual([figures.bestYear?.year, figures.bestYear?.changePercent]);
  expect(years?.rows.at(-1)).toEqual([figures.worstYear?.year, figures.worstYear?.changePercent]);
  expect(volatility?.rows.find(([symbol]) => symbol === "AMZN")?.[1]).toBe(figures.volatility);
});

test("a query without end is stopped at its time limit, and the next one finds every table again", async () => {
  await drop({ name: "kept.csv", text: "a\n1\n2\n" });
  await table("kept").getByText("2 rows").waitFor();
  const started = Date.now();
  const [endless, after] = await calls(
    query("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"),
    query("SELECT (SELECT sum(a) FROM kept) AS dropped, (SELECT count(*) FROM stocks) AS bundled"),
  );
  expect(endless).toMatch(/^Error \(timeout\): The query took longer than 10 s and was stopped\./);
  expect(Date.now() - started).toBeLessThan(25_000);
  expect(after).toEqual({ columns: ["dropped", "bundled"], rows: [[3, 560]] });
});

test("what would change a table is refused in the page too", async () => {
  const [deleted, attached, left] = await calls(
    query("WITH x AS (SELECT 1) DELETE FROM stocks"),
    query("ATTACH 'x' AS x"),
    query("SELECT count(*) FROM stocks"),
  );
  expect(deleted).toMatch(/^Error \(bad-arguments\): attempt to write a readonly database/);
  expect(attached).toMatch(/^Error \(bad-arguments\): The tables can only be read/);
  expect(left).toMatchObject({ rows: [[560]] });
});

test("addresses and a dropped text are found, read by the page, and gone when removed; Undo brings them back", async () => {
  await drop({
    name: "plan.md",
    text: "---\ndate: 2030-05-06\n---\n# The plan\n\nWe will build a lighthouse on the moon.",
  });
  const documents = list("Documents");
  await documents.getByText("The plan").waitFor();
  await documents.getByText("State of the Union addresses").waitFor();
  const search = { name: "search_documents", arguments: { query: "lighthouse" } };
  const [hits, said, read] = await calls(
    search,
    { name: "search_documents", arguments: { query: "recession", from: "2009", to: "2009" } },
    { name: "read_document", arguments: { id: "plan" } },
  );
  expect(hits).toMatchObject({ hits: [{ id: "plan", title: "The plan", date: "2030-05-06", page: 1 }] });
  expect(said).toMatchObject({ hits: [{ id: "sotu-2009-barack-obama", date: "2009" }] });
  expect(read).toMatchObject({ page: 1, pages: 1, text: expect.stringContaining("lighthouse on the moon") });

  await data().getByRole("button", { name: "Remove The plan" }).click();
  await documents.getByText("The plan").waitFor({ state: "detached" });
  expect((await calls(search))[0]).toMatchObject({ hits: [], found: 0 });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await documents.getByText("The plan").waitFor();
  expect((await calls(search))[0]).toMatchObject({ hits: [{ id: "plan" }] });
  await drop({ name: "t.csv", text: "a\n1\n" });
  await data().getByRole("button", { name: "Remove t", exact: true }).click();
  await table("t").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await table("t").getByText("1 row").waitFor();
});

test("a file that cannot be read is told by name, with the reason, and can be dismissed", async () => {
  await drop({ name: "odd.json", text: '{"hello":"world"}' }, { name: "photo.png", type: "image/png", text: "x" });
  const alerts = data().getByRole("alert");
  await alerts.filter({ hasText: "odd.json was not read. The file holds no table." }).waitFor();
  await alerts.filter({ hasText: "photo.png was not read. It is neither a table" }).waitFor();
  await data().getByRole("button", { name: "Dismiss odd.json" }).click();
  await data().getByRole("button", { name: "Dismiss photo.png" }).press("Enter");
  await expect.poll(() => alerts.count()).toBe(0);
});

test("the panel is opened and files are chosen by keys alone", async () => {
  await data().locator("summary").first().press("Enter");
  await table("stocks").getByText("560 rows").waitFor();
  await table("stocks").locator("summary").press("Enter");
  await table("stocks").getByText("Licence: not stated by its collection", { exact: false }).waitFor();
  const chooser = page.waitForEvent("filechooser");
  await data().getByRole("button", { name: "Add files" }).press("Enter");
  await (await chooser).setFiles({ name: "chosen.tsv", mimeType: "text/plain", buffer: Buffer.from("a\tb\n1\tx\n") });
  await table("chosen").getByText("1 row").waitFor();
});
