// The page with a real model server behind the real Worker.
import { beforeEach, describe, expect, test } from "vitest";
import {
  button,
  context,
  ended,
  english,
  expectFaults,
  model,
  page,
  region,
  run,
  runs,
  site,
  standing,
  task,
  usePage,
} from "./page-support.ts";

usePage();

describe("a real server behind the real Worker", () => {
  beforeEach(async () => {
    await page.getByRole("combobox", { name: "Model" }).selectOption("local-model");
  });

  test("the same task goes through it: streamed, with tool calls, and paid for", async () => {
    const before = model.requests.length;
    model.reply(
      { text: ["I ask ", "the calculator."], calls: [{ name: "calculator", arguments: { expression: "10*5" } }] },
      { calls: [{ name: "write_file", arguments: { path: "result.txt", content: "50" } }] },
      { calls: [{ name: "read_file", arguments: { path: "result.txt" } }] },
      { text: ["The file holds **50**, ", "as it should."] },
    );
    await run(english);
    await ended();
    expect(model.requests.length - before).toBe(4);
    expect(await region("Answer").locator("strong").textContent()).toBe("50");
    expect(await region("Answer").locator("pre").textContent()).toBe("50");
    const cost = await page.getByRole("meter", { name: "Cost" }).getAttribute("aria-valuenow");
    expect(Number(cost)).toBeGreaterThan(0);
  });

  test("Stop in mid-stream ends it at once, closes the connection upstream, and keeps what was written", async () => {
    const closed = model.closedEarly;
    // workerd notices that a browser has left when it next has something to write.
    model.reply({ text: ["It begins", ...Array<string>(2_000).fill(" and goes on")], delayMs: 20 });
    await run("Tell me a long story.");
    await region("Answer").getByText("It begins").waitFor();
    await button("Stop").click();
    await standing().filter({ hasText: "Stopped" }).waitFor({ timeout: 500 });
    await model.closed(closed + 1);
    await region("Answer").getByText("Stopped by you").waitFor();
    await runs().first().getByText("Stopped", { exact: true }).waitFor({ state: "attached" });
  });

  test("a page that is closed in mid-stream closes the connection upstream, and the next page finds the run as it was left", async () => {
    const closed = model.closedEarly;
    model.reply({ text: ["It begins", ...Array<string>(2_000).fill(" and goes on")], delayMs: 20 });
    await run("Tell me a long story.");
    await region("Answer").getByText("It begins").waitFor();
    await page.close();
    await model.closed(closed + 1);
    const next = await context.newPage();
    await next.goto(site.url);
    const left = next.getByRole("list", { name: "History" }).getByRole("listitem").first();
    await left.getByRole("button", { name: /Tell me a long story/ }).click();
    await next.getByRole("region", { name: "Answer", exact: true }).getByText("It begins").waitFor();
  });

  test("a second run waits until the first has ended, and says so; another one can be looked at meanwhile", async () => {
    model.reply({ text: "2" });
    await run("What is 1+1?");
    await ended();
    model.reply({ text: ["Once", ...Array<string>(2_000).fill(" upon a time")], delayMs: 20 });
    await run("Tell me a long story.");
    await region("Answer").getByText("Once upon").waitFor();
    await task().press("Control+Enter");
    await page.getByText("One is going on. Stop it before you start the next.").waitFor();
    await runs()
      .filter({ hasText: "What is 1+1?" })
      .getByRole("button", { name: /What is/ })
      .click();
    await ended();
    await button("Show it").click();
    await standing().filter({ hasText: "Running" }).waitFor();
    await button("Stop").click();
    await ended("Stopped");
    expect(await runs().count()).toBe(2);
  });

  test("Pause holds the next move until Resume", async () => {
    const before = model.requests.length;
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    model.reply(
      { calls: [{ name: "calculator", arguments: { expression: "1+1" } }], before: (event) => event > 0 && held },
      { text: "2" },
    );
    await run("What is 1+1?");
    await model.request(before + 1);
    await button("Pause").click();
    await standing().filter({ hasText: "Paused" }).waitFor({ timeout: 500 });
    letOn();
    await button("Resume").click();
    await ended();
    expect(model.requests.length - before).toBe(2);
  });

  test("what the provider refuses is told in words, with the repair", async () => {
    model.reply({ status: 401, body: '{"error":{"message":"bad key","code":"invalid_api_key"}}' });
    await run("What is 1+1?");
    await ended("Stopped");
    await region("Answer").getByText("The model failed").waitFor();
    await region("Answer").getByText("Check .dev.vars", { exact: false }).first().waitFor();
    expectFaults("503");
  });

  test("Markdown that wants to load or to run something shows as text and links", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    model.reply({
      text: "![secret](https://evil.example/a.png) <img src=https://evil.example/b> <script>alert(1)</script> [go](javascript:alert(1)) [docs](https://docs.example/x)",
    });
    await page.getByRole("radio", { name: "Single prompt" }).check();
    await run("Say it.");
    await ended();
    await region("Answer").getByRole("link", { name: /docs/ }).waitFor();
    const links = await region("Answer")
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("rel")]));
    expect(links).toEqual([
      ["secret (evil.example)", "noopener noreferrer"],
      ["docs (docs.example)", "noopener noreferrer"],
    ]);
    expect(await region("Answer").locator("img, script, iframe").count()).toBe(0);
    expect(asked.filter((host) => host.includes("example"))).toEqual([]);
  });
});
