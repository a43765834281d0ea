// The page in a real browser, as it is built: the main job from end to end.
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  button,
  chinese,
  context,
  ended,
  english,
  exported,
  expectFaults,
  importFile,
  nodes,
  openPage,
  page,
  region,
  run,
  runs,
  standing,
  task,
  usePage,
  watchNodes,
} from "./page-support.ts";

usePage();

describe("the founding example, with the rehearsal model", () => {
  test.each([
    ["English", english],
    ["Chinese", chinese],
  ])("is calculated, saved and read back, seen step by step (%s)", async (_language, words) => {
    const seen = await watchNodes();
    await run(words);
    await nodes().first().waitFor();
    await ended();
    await region("Answer").getByText("50").first().waitFor();
    const steps = await seen();
    const firstOf = (name: string) => steps.findIndex((step) => step.includes(name));
    const order = ["calculator", "write_file", "read_file", "Answer"].map(firstOf);
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((one, other) => one - other));

    const file = region("Answer").getByRole("list", { name: "Files" }).getByRole("listitem");
    expect(await file.getByText("result.txt").count()).toBe(1);
    expect(await file.locator("pre").textContent()).toBe("50");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button("Download result.txt", region("Answer")).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toBe("50");
    expect(download.suggestedFilename()).toBe("result.txt");
  });

  test("nodes come one by one, while the run goes on", async () => {
    await task().fill(english);
    await button("Run").click();
    const counts = new Set<number>();
    await nodes().first().waitFor();
    while (!(await standing().getByText("Completed").isVisible())) counts.add(await nodes().count());
    counts.add(await nodes().count());
    expect(counts.size).toBeGreaterThan(3);
  });

  test("comes back from its file after it was deleted, the same", async () => {
    await run(english);
    await ended();
    const before = await exported();
    await runs().first().hover();
    await button("Delete", runs().first()).click();
    await runs().first().waitFor({ state: "detached" });
    expect(await region("Answer").getByText("50").count()).toBe(0);

    await importFile("run.json", before);
    await ended();
    expect(await runs().count()).toBe(1);
    const after = await exported();
    const { imported, ...rest } = JSON.parse(after) as Record<string, unknown>;
    expect({ ...rest }).toEqual(JSON.parse(before));
  });

  test("is there again after a reload, exactly as it was", async () => {
    await run(english);
    await ended();
    const before = await exported();
    await page.reload();
    await ended();
    expect(await exported()).toBe(before);
    expect(await task().inputValue()).toBe(english);
    await runs()
      .first()
      .getByRole("button", { name: /Calculate/ })
      .click();
    expect(await exported()).toBe(before);
  });
});

test("a task that is beyond the rehearsal model gets an honest answer", async () => {
  await run("Write a sonnet about the sea.");
  await ended();
  await region("Answer").getByText("I cannot do this task").first().waitFor();
  await region("Answer").getByText("No AI").first().waitFor();
});

test("a chosen node is opened in the inspector: what went in and what came out", async () => {
  await run(english);
  await ended();
  await region("Graph")
    .getByRole("treeitem", { name: /read_file, done/ })
    .click();
  const inspector = region("Inspector");
  await inspector.getByRole("heading", { name: "read_file" }).waitFor();
  await inspector.getByText('"path": "result.txt"').waitFor();
  await inspector.getByText("50", { exact: true }).waitFor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await button("Copy Arguments", inspector).click();
  await button("Copied", inspector).waitFor();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({ path: "result.txt" });
});

test("a limit that is reached is named, with its value and the repair", async () => {
  const typed = page.getByRole("textbox", { name: "Iterations, typed" });
  await typed.fill("lots");
  await typed.press("Enter");
  await page.getByText("“lots” is no number. 10 still holds.").waitFor();
  await typed.fill("2");
  await run(english);
  await button("Finish with what there is").click();
  await ended("Stopped");
  await region("Answer").getByText("Stopped at a limit").waitFor();
  await region("Answer").getByText("2 of 2 used.").waitFor();
  expect(await page.getByRole("slider", { name: "Iterations" }).inputValue()).toBe("2");
});

test("sliders are moved by keys and by the pointer, and hold what was set after a reload", async () => {
  const cost = page.getByRole("slider", { name: "Cost limit (USD)" });
  await cost.focus();
  await cost.press("ArrowRight");
  expect(Number(await cost.inputValue())).toBeGreaterThan(0.5);
  await cost.fill("0.02");
  expect(await cost.getAttribute("aria-valuetext")).toBe("$0.02");
  const tokens = page.getByRole("slider", { name: "Token limit" });
  expect(await tokens.getAttribute("aria-valuetext")).toBe("No limit");
  const box = await tokens.boundingBox();
  if (!box) throw new Error("The token slider is not on the page.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const set = await tokens.inputValue();
  expect(Number(set)).toBeGreaterThan(10_000);
  await page.reload();
  expect([await cost.inputValue(), await tokens.inputValue()]).toEqual(["0.02", set]);
});

test("deleting can be undone", async () => {
  await run("What is 2+2?");
  await ended();
  await runs().first().hover();
  await button("Delete", runs().first()).click();
  await runs().first().waitFor({ state: "detached" });
  await button("Undo").click();
  await runs().first().waitFor();
  await ended();
});

test("renaming and searching find a run again", async () => {
  for (const words of ["1+1", "2+2", "3+3", "4+4", "5+5", "6+6"]) {
    await run(`What is ${words}?`);
    await runs().filter({ hasText: words }).waitFor();
    await ended();
  }
  const item = runs().filter({ hasText: "3+3" });
  await item.hover();
  await button("Rename", item).click();
  const name = page.getByRole("textbox", { name: "New name" });
  await name.fill("Six");
  await name.press("Enter");
  await runs().filter({ hasText: "Six" }).waitFor();
  await page.getByRole("searchbox", { name: "Search the history" }).fill("six");
  await expect.poll(() => runs().count()).toBe(1);
});

describe("files that are no runs", () => {
  test.each([
    ["cut off", '{"format":"loopglass-run","version":1,', /ends too early, at line 1/],
    ["something else", '{"hello":"world"}', /was not imported, and nothing was changed/],
    ["no JSON", "<html></html>", /not JSON/],
  ])("are refused with what is wrong, and change nothing: %s", async (_kind, text, message) => {
    await importFile("odd.json", text);
    await page.getByText(message).waitFor();
    expect(await runs().count()).toBe(0);
  });

  test("HTML in the names of a run stays text", async () => {
    await run("What is 2+2?");
    await ended();
    const file = JSON.parse(await exported()) as { title: string };
    file.title = "<img src=x onerror=alert(1)>";
    await importFile("run.json", JSON.stringify(file));
    await runs().filter({ hasText: "<img src=x" }).waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });
});

test("keys alone do the main job: task, pattern, limits, run, graph, playback, export", async () => {
  const press = (key: string) => page.keyboard.press(key);
  const reach = async (target: Locator, key = "Tab") => {
    for (let tabs = 0; tabs < 80; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press(key);
    }
    throw new Error("Tab does not reach it.");
  };
  await reach(task());
  await page.keyboard.type("What is 6*7?");
  await press("Tab");
  await reach(page.getByRole("radio", { name: "ReAct" }));
  await press("ArrowUp");
  expect(await page.getByRole("radio", { name: "Single prompt" }).isChecked()).toBe(true);
  await press("ArrowDown");
  await reach(page.getByRole("slider", { name: "Iterations" }));
  await press("ArrowLeft");
  await reach(button("Run"));
  await press("Enter");
  await ended();
  await region("Answer").getByText("42").first().waitFor();
  await reach(nodes().first());
  await press("End");
  await press("ArrowUp");
  await press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Inspector");
  const moment = page.getByRole("slider", { name: "Moment of the run" });
  await reach(moment, "Shift+Tab");
  await press("Home");
  await expect.poll(() => moment.getAttribute("aria-valuetext")).toContain("Event 1 of");
  await press("End");
  await reach(button("Export JSON"), "Shift+Tab");
  const [file] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  await task().focus();
  await press("Control+Enter");
  await expect.poll(() => runs().count()).toBe(2);
  await ended();
});

test("a phone shows everything in one column, with nothing to scroll sideways", async () => {
  await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await sideways()).toBe(0);
  await task().fill(`${english} ${"supercalifragilistic".repeat(12)}`);
  await button("Run").tap();
  await ended();
  expect(await sideways()).toBe(0);
  await page.getByRole("link", { name: "Answer" }).tap();
  await expect.poll(() => region("Answer").evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(400);
  await page.getByRole("link", { name: "History" }).tap();
  await runs().first().waitFor();
  expect(await button("Run").isVisible()).toBe(true);
});

test("a file that is dropped on the page is imported", async () => {
  await run("What is 2+2?");
  await ended();
  const text = await exported();
  await runs().first().hover();
  await button("Delete", runs().first()).click();
  await runs().first().waitFor({ state: "detached" });
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "run.json", { type: "application/json" }));
    return data;
  }, text);
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await ended();
  await runs().first().waitFor();
});

test("an example is taken into the task box, and waits there for Run", async () => {
  await page.getByRole("button", { name: chinese }).click();
  expect(await task().inputValue()).toBe(chinese);
  expect(await runs().count()).toBe(0);
});

test("without a task Run says so, in place, and starts nothing", async () => {
  await button("Run").click();
  await page.getByRole("alert").getByText("Write a task first").waitFor();
  expect(await task().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await runs().count()).toBe(0);
});

describe("what the page needs is not there", () => {
  test("without the server's answer the page says why, and the rehearsal still works", async () => {
    await page.route("**/api/config", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.reload();
    await page.getByText("The server's models could not be read: it answered 503.").waitFor();
    await run("What is 2+2?");
    await ended();
    await page.unroute("**/api/config");
    await button("Ask again").click();
    await expect.poll(() => page.getByRole("combobox", { name: "Model" }).textContent()).toContain("local-model");
    expectFaults("503");
  });

  test("without storage for settings the page works, and says once that they are not kept", async () => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    await page.reload();
    await page.getByText("Your settings cannot be kept in this browser.").waitFor();
    await run("What is 2+2?");
    await ended();
    expect(await page.getByText("Your settings cannot be kept in this browser.").count()).toBe(1);
  });
});
