// What models and tools cost: from the server, from a person, from the price list, or from nobody.
import { afterAll, beforeAll, expect, test } from "vitest";
import { button, context, ended, exported, model, openPage, page, region, run, usePage } from "./page-support.ts";
import { localModel, serve, type Served } from "./serve.ts";

usePage();

let priceless: Served;
const unnamed = { inputUsdPerMillion: undefined, outputUsdPerMillion: undefined };
beforeAll(async () => {
  const [unknown] = localModel(model.url, unnamed).MODELS;
  priceless = await serve({ METER: "off", MODELS: [unknown, { ...unknown, id: "gpt-4.1-mini" }] });
});
afterAll(() => priceless?.stop());

const picker = () => page.getByRole("combobox", { name: "Model", exact: true });
const budget = () => page.getByRole("group", { name: "Budget" });
const field = (name: string) => page.getByRole("form").getByRole("textbox", { name, exact: true });
const setPrice = (id: string) => button(`Set price of ${id}`);

/** What the log says first. */
async function started(): Promise<Record<string, never>> {
  const { events } = JSON.parse(await exported()) as { events: Record<string, never>[] };
  return events[0] ?? {};
}

async function openPriceless(id: string): Promise<void> {
  await openPage({ baseURL: priceless.url });
  await page.goto(priceless.url);
  await picker().selectOption(id);
}

test("without a price from anyone the token limit holds, and the page says so and offers to set one", async () => {
  await openPriceless("local-model");
  await budget().getByText("The price of local-model is unknown, so no cost limit can be kept.").waitFor();
  expect(await page.getByRole("textbox", { name: "Token limit, typed" }).inputValue()).toBe("200,000");
  model.reply({ text: "Done.", usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } });
  await run("Say that it is done.");
  await ended();
  expect(await started()).toMatchObject({ budget: { usd: null, tokens: 200_000 }, models: { main: { price: null } } });
  await button("Set a price").click();
  await field("Input").waitFor();
  expect(await field("Input").evaluate((input) => input === document.activeElement)).toBe(true);
});

test("a cost limit that a person set is not dropped: Run waits until there is a price, or it is given up", async () => {
  await openPriceless("local-model");
  await picker().selectOption("rehearsal");
  await page.getByRole("textbox", { name: "Cost limit (USD), typed" }).fill("0.25");
  await picker().selectOption("local-model");
  await budget().getByText("Your limit of $0.25 cannot be kept").waitFor();
  const before = model.requests.length;
  await run("Say that it is done.");
  expect(await button("Set a price").evaluate((element) => element === document.activeElement)).toBe(true);
  expect(model.requests.length).toBe(before);
  await button("Use the token limit").click();
  model.reply({ text: "Done." });
  await button("Run").click();
  await ended();
  expect(await started()).toMatchObject({ budget: { usd: null, tokens: 200_000 } });
});

test("a typed price is kept, counts what the server says was used, and is recorded as the person's", async () => {
  await openPriceless("local-model");
  await setPrice("local-model").click();
  await field("Input").fill("2,5");
  await button("Save price").click();
  await page.getByRole("alert").filter({ hasText: "Type a price for it" }).waitFor();
  await field("Output").fill("ten");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "“ten” is no amount" }).waitFor();
  await field("Output").fill("$10");
  await field("Each call").fill("0.01");
  await page.keyboard.press("Enter");
  await page.getByText("$2.50 in, $10.00 out per 1M tokens · $0.01 a call").waitFor();
  await page.reload();
  await page.getByText("Your own price.").waitFor();
  model.reply({ text: "Done.", usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 } });
  await run("Say that it is done.");
  await ended();
  // 1000 x 2.5 and 100 x 10 dollars per million, and 0.01 for the call
  await region("Inspector").getByText("$0.0135", { exact: true }).waitFor();
  await region("Inspector").getByText("as typed in by the person").waitFor();
  expect(await started()).toMatchObject({
    budget: { usd: 0.5, tokens: null },
    models: { main: { priceSource: "person", price: { inputUsdPerMillion: 2.5, usdPerCall: 0.01 } } },
  });
  await button("Reset the price of local-model").click();
  await page.getByText("Price unknown.").waitFor();
});

test("a model that the price list knows has the list's price, with its day, and asks no other host for it", async () => {
  const foreign: string[] = [];
  await openPriceless("rehearsal");
  context.on("request", (request) => {
    if (!request.url().startsWith(priceless.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await picker().selectOption("gpt-4.1-mini");
  await page.getByText("$0.40 in, $1.60 out per 1M tokens · $0.10 cached").waitFor();
  await page.getByText(/OpenAI’s price for gpt-4\.1-mini, from the price list of \w+ \d+, \d{4}/).waitFor();
  model.reply({ text: "Done." });
  await run("Say that it is done.");
  await ended();
  expect(await started()).toMatchObject({
    budget: { usd: 0.5 },
    models: { main: { priceSource: "list", priceDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string } },
  });
  expect(foreign).toEqual([]);
});

test("the free rehearsal can count as if it cost, tools too", async () => {
  await setPrice("rehearsal").click();
  await field("Input").fill("");
  await field("Output").fill("");
  await field("Each call").fill("0.02");
  await page.keyboard.press("Enter");
  await page.getByText("$0.02 a call").waitFor();
  await page.getByText("Your own price, instead of the server’s: Free.").waitFor();
  await button("Set prices per call").click();
  const calculator = page.getByRole("textbox", { name: "Price per call of calculator" });
  await calculator.fill("minus");
  await calculator.press("Tab");
  await page.getByText("“minus” is no amount of dollars, such as 0.25.").waitFor();
  await calculator.fill("0.01");
  await calculator.press("Tab");
  await run("Calculate 10*5.");
  await ended();
  const { models, tools } = await started();
  expect(models).toMatchObject({
    main: { price: { inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 } },
  });
  expect(tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "calculator", usdPerCall: 0.01 })]));
  // two calls of the model and one of the tool
  await region("Inspector").getByText("$0.05", { exact: true }).waitFor();
  await button("No prices: all tools are free").click();
  await calculator.waitFor({ state: "hidden" });
  await button("Set prices per call").click();
  expect(await calculator.inputValue()).toBe("$0.01");
});
