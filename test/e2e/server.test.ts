// What the server behind the page asks and allows: access code, share, the owner's limits, and its refusals, each told with a way on.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Offer, RunEvent } from "../../src/engine/index.ts";
import { wireErrors, type WireErrorCode } from "../../src/engine/model/wire.ts";
import {
  button,
  context,
  ended,
  expectFaults,
  exported,
  model,
  nodes,
  page,
  region,
  run,
  standing,
  usePage,
} from "./page-support.ts";

usePage();

const rightCode = "open-sesame-0123456789";

/** What the next call is refused with; null: it is passed on to the real Worker. */
let refusal: WireErrorCode | null;
/** the code that calls must carry; null: none */
let wanted: string | null;
let offer: Partial<Offer>;
let asked: number;

/** The real Worker, with an owner in front of it who asks, allows and refuses what a test wants. */
beforeEach(async () => {
  [refusal, wanted, offer, asked] = [null, null, {}, 0];
  await context.route("**/api/config", async (route) => {
    asked++;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as Offer), ...offer } });
  });
  await context.route("**/api/v1/chat/completions", async (route) => {
    const code = refusal ?? (wanted !== null && route.request().headers()["x-access-code"] !== wanted ? "code" : null);
    if (code === null) return route.continue();
    const error = { message: "Said so.", type: "loopglass_error", code };
    await route.fulfill({ status: wireErrors[code], headers: { "x-should-retry": "false" }, json: { error } });
  });
});

afterEach(() => context.unrouteAll({ behavior: "ignoreErrors" }));

async function open(changes: Partial<Offer> = {}): Promise<void> {
  offer = changes;
  await page.reload();
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
}

const field = () => page.getByLabel("Access code", { exact: true }).and(page.locator("input"));
const typed = (limit: string) => page.getByRole("textbox", { name: `${limit}, typed`, exact: true });
const calls = [{ calls: [{ name: "calculator", arguments: { expression: "10*5" } }] }, { text: "It is 50." }];

describe("the access code", () => {
  test("is asked for before the first call, and a wrong one is told in place while the run waits", async () => {
    const before = model.requests.length;
    wanted = rightCode;
    await open({ code: true });
    await run("What is 10*5?");
    await page.getByText("A code is needed before this model is called.").waitFor();
    await expect.poll(() => field().evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field().getAttribute("type")).toBe("password");
    expect(model.requests.length).toBe(before);

    await field().fill("no-such-code");
    await button("Use it").click();
    await page.getByText("Access code entered").waitFor();
    model.reply(...calls);
    await run("What is 10*5?");
    await page.getByText("This server did not accept that code. Type or paste it again.").waitFor();
    await standing().filter({ hasText: "Paused" }).waitFor();
    await field().fill(rightCode);
    await field().press("Enter");
    await ended();
    await region("Answer")
      .getByText(/It is 50/)
      .waitFor();
    await page.getByText("Access code accepted").waitFor();
    expect(model.requests.length - before).toBe(2);
    expectFaults("401");
  });

  test("that is refused in mid-run holds the run, which goes on where it was and pays for nothing twice", async () => {
    const before = model.requests.length;
    await open();
    model.reply(({}) => {
      wanted = rightCode;
      return calls[0] ?? {};
    }, calls[1] ?? {});
    await run("What is 10*5?");
    await page.getByRole("heading", { name: "Your access code is needed" }).waitFor();
    await nodes().filter({ hasText: "calculator" }).first().waitFor();
    await field().fill(`  ${rightCode}\n`);
    await button("Use it and go on").click();
    await ended();
    await region("Answer")
      .getByText(/It is 50/)
      .waitFor();
    expect(model.requests.length - before).toBe(2);
    expectFaults("401");
  });

  test("that is waited for does not keep a run from being stopped", async () => {
    wanted = rightCode;
    await open();
    await run("What is 10*5?");
    await page.getByRole("heading", { name: "Your access code is needed" }).waitFor();
    await button("Stop").click();
    await ended("Stopped");
    await page.getByRole("heading", { name: "Your access code is needed" }).waitFor({ state: "detached" });
    expectFaults("401");
  });

  test("stays in this tab: not in an export, nor in what the browser keeps; it is gone when it is forgotten", async () => {
    wanted = rightCode;
    await open({ code: true });
    await field().fill(rightCode);
    await button("Use it").click();
    model.reply(...calls);
    await run("What is 10*5?");
    await ended();
    expect(await exported()).not.toContain(rightCode);
    const kept = await page.evaluate(async () => {
      const found: string[] = [JSON.stringify({ ...localStorage }), document.cookie];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(name ?? "");
          opening.onsuccess = () => resolve(opening.result);
        });
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll();
          await new Promise((resolve) => (all.onsuccess = resolve));
          found.push(JSON.stringify(all.result));
        }
        database.close();
      }
      return found.join("\n");
    });
    expect(kept).toContain("10*5");
    expect(kept).not.toContain(rightCode);
    await page.reload();
    await page.getByText("Access code entered").waitFor();
    await button("Forget it").click();
    await field().waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(rightCode);
  });
});

describe("the owner's limits", () => {
  const limits = { steps: 6, usd: 0.25, rounds: 2, toolTimeoutMs: 20_000 };

  test("are defaults and upper ends of the sliders, and what is typed above them is refused in their name", async () => {
    await open({ limits });
    await page.getByRole("radio", { name: "Supervisor", exact: true }).check();
    expect(await typed("Rounds").inputValue()).toBe("2");
    expect(await page.getByRole("slider", { name: "Rounds" }).getAttribute("max")).toBe("2");
    expect(await typed("Steps").inputValue()).toBe("6");
    await typed("Cost limit (USD)").fill("0.30");
    await typed("Cost limit (USD)").press("Enter");
    await page.getByText("The owner of this server allows at most $0.25. $0.25 still holds.").waitFor();
    await typed("Cost limit (USD)").fill("0.20");
    await typed("Cost limit (USD)").press("Enter");
    expect(await typed("Cost limit (USD)").inputValue()).toBe("$0.20");
    await typed("Tool timeout").fill("21 s");
    await typed("Tool timeout").press("Enter");
    await page.getByText("The owner of this server allows at most 20 s. 20 s still holds.").waitFor();
  });

  test("hold for what was set at an earlier visit, which is told; dollars end only where the owner pays", async () => {
    await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
    await typed("Cost limit (USD)").fill("5");
    await typed("Cost limit (USD)").press("Enter");
    await open({ limits });
    await page.getByText("$5.00 was set. The owner of this server allows at most $0.25, which holds.").waitFor();
    model.reply({ text: "50" });
    await run("What is 10*5?");
    await ended();
    const budget = async () => {
      const { events } = JSON.parse(await exported()) as { events: RunEvent[] };
      const [start] = events;
      return start?.type === "run.start" ? start.budget : undefined;
    };
    expect(await budget()).toMatchObject({ usd: 0.25, toolTimeoutMs: 20_000 });
    await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
    expect(await typed("Cost limit (USD)").inputValue()).toBe("$5.00");
    await run("Calculate 10*5.");
    await ended();
    expect(await budget()).toMatchObject({ usd: 5, toolTimeoutMs: 20_000 });
  });
});

describe("a visitor's share of today", () => {
  test("is shown by the model and asked for again after a run", async () => {
    await open({ share: { usd: 0.2, leftUsd: 0.15 } });
    await page.getByText("$0.15 of $0.20 left today").waitFor();
    const before = asked;
    offer = { share: { usd: 0.2, leftUsd: 0.14 } };
    model.reply({ text: "50" });
    await run("What is 10*5?");
    await ended();
    await page.getByText("$0.14 of $0.20 left today").waitFor();
    expect(asked).toBe(before + 1);
    await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
    await page.getByText("$0.14 of $0.20 left today").waitFor({ state: "detached" });
  });

  test("that is used up says when it comes back, in the panel and where the run ended", async () => {
    await open({ share: { usd: 0.2, leftUsd: 0 } });
    await page.getByText(/^Used up for today\. It comes back at .*\d\d:\d\d\.$/).waitFor();
    refusal = "visitor_budget";
    await run("What is 10*5?");
    await ended("Stopped");
    await region("Answer").getByText("Your share of this server's money is used up for today").waitFor();
    await region("Answer")
      .getByText(/It comes back at .*\d\d:\d\d/)
      .waitFor();
    await button("Choose another model").click();
    expect(
      await page
        .getByRole("combobox", { name: "Model", exact: true })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    expectFaults("429");
  });
});

describe("a refusal in mid-run", () => {
  test.for([
    ["upstream", "The provider had an error", "Try again"],
    ["too_large", "The request is too large", "Try again"],
    ["ledger", "This server cannot look up what was spent, so it sent nothing", "Try again"],
    ["timeout", "It took too long", "Try again"],
  ] as const)("of the kind %s keeps what was found, says why, and can be tried again", async ([code, words, way]) => {
    await open();
    model.reply(({}) => {
      refusal = code;
      return calls[0] ?? {};
    });
    await run("What is 10*5?");
    await ended("Stopped");
    await region("Answer").getByText(words).waitFor();
    await nodes().filter({ hasText: "calculator" }).first().waitFor();
    refusal = null;
    model.reply({ text: "It is 50." });
    await button(way, region("Answer")).click();
    await ended();
    await region("Answer")
      .getByText(/It is 50/)
      .waitFor();
    expectFaults(String(wireErrors[code]));
  });

  test("without a network says so, and goes on when it is back", async () => {
    await open();
    model.reply({ text: "It is 50." });
    await run("What is 10*5?");
    await ended();
    await context.setOffline(true);
    await run("What is 10*5?");
    await ended("Stopped");
    await region("Answer")
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    await context.setOffline(false);
    await button("Try again", region("Answer")).click();
    await ended();
    expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to/);
  });
});
