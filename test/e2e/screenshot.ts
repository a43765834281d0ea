// Makes the README's picture, .github/screenshot.png: a finished run on the page as it is built. Build first.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../browser.ts";
import { serve } from "./serve.ts";

const target = fileURLToPath(new URL("../../.github/screenshot.png", import.meta.url));
const task = "Calculate 10*5, save the result to result.txt, then read it back to verify.";

const site = await serve();
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  await page.goto(site.url);
  await page.getByRole("textbox", { name: "Task" }).fill(task);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("group", { name: "Controls" }).getByText("Completed").waitFor();
  const graph = page.getByRole("region", { name: "Graph" });
  await graph.getByRole("button", { name: "Show all" }).click();
  await graph.getByRole("treeitem", { name: /read_file, done/ }).click();
  await page.getByRole("region", { name: "Inspector" }).getByRole("heading", { name: "read_file" }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  // The view glides to its place; it has arrived when nothing moves from one frame to the next.
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const places = () =>
      [...document.querySelectorAll(".plane")].map((plane) => getComputedStyle(plane).transform).join();
    for (let still = 0, last = ""; still < 10;) {
      await frame();
      still = places() === last ? still + 1 : 0;
      last = places();
    }
  });
  mkdirSync(fileURLToPath(new URL("../../.github", import.meta.url)), { recursive: true });
  await page.screenshot({ path: target });
  console.log(`Wrote ${target}`);
} finally {
  await browser.close();
  await site.stop();
}
