// The page's walls: the headers of its files, and what they forbid if something of a stranger should get into the page all the same.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveConfig } from "vite";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startCountingServer, type CountingServer } from "../fixtures/counting-server.ts";
import { context, expectFaults, page, region, site, usePage } from "./page-support.ts";

usePage();

let stranger: CountingServer;
beforeAll(async () => void (stranger = await startCountingServer()));
afterAll(() => stranger?.stop());

const root = fileURLToPath(new URL("../..", import.meta.url));
const isolation = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** What the page and its parts ask for until the tables have answered, by the end of its path. */
async function load(): Promise<string[]> {
  const asked: string[] = [];
  page.on("response", (response) => void asked.push(new URL(response.url()).pathname));
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  await page.dispatchEvent("body", "drop", {
    dataTransfer: await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["a,b\n1,2\n"], "small.csv"));
      return transfer;
    }),
  });
  await region("Data").getByText("small", { exact: true }).waitFor();
  return asked;
}

const withWasm = /\/(?:tables|runtime)\.worker-/;

test("every file comes with the policy; the one of WebAssembly belongs to its two workers alone", async () => {
  const asked = await load();
  // A model's file would have to be opened for it to be asked for.
  const runtime = globSync("assets/runtime.worker-*.js", { cwd: `${root}dist/client` }).map((path) => `/${path}`);
  expect(runtime).toHaveLength(1);
  const kinds = [/^\/$/, /index-.*\.js$/, /\.css$/, /\.woff2$/, /\.wasm$/, /tables\.worker-.*\.js$/];
  const found = kinds.map((kind) => asked.find((path) => kind.test(path)) ?? `nothing like ${kind} was asked for`);
  const paths = [...found, ...runtime];
  const answers = await Promise.all(paths.map((path) => fetch(site.url + path)));
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
  for (const { url, headers } of answers) {
    const own = headers.get("content-security-policy") ?? "";
    expect(own, url).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(own, url).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|\*|https?:|sha\d/);
    expect(own.includes("'wasm-unsafe-eval'"), url).toBe(withWasm.test(url));
    expect(Object.fromEntries(headers), url).toMatchObject({
      ...isolation,
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
  }
});

test("the page is isolated with its fonts, workers and tables, and needs no script in its text", async () => {
  await load();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.evaluate(() => document.fonts.check("16px 'Geist Variable'"))).toBe(true);
  const html = await (await fetch(site.url)).text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
});

test("a server for writing code isolates the page too", async () => {
  const { server } = await resolveConfig({ root, configFile: `${root}vite.config.ts` }, "serve");
  const headers = Object.entries(server.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  expect(Object.fromEntries(headers)).toEqual(isolation);
});

describe("what gets into the page all the same", () => {
  test("loads nothing from another host, by whatever kind of element or call", async () => {
    const blocked = await page.evaluate(async (origin) => {
      const wanted = ["img-src", "style-src-elem", "font-src", "media-src", "frame-src", "connect-src"];
      const seen = new Set<string>();
      const all = new Promise<void>((resolve) =>
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          seen.add(effectiveDirective);
          if (wanted.every((name) => seen.has(name))) resolve();
        }),
      );
      const add = (name: string, values: Record<string, string>) =>
        document.body.append(Object.assign(document.createElement(name), values));
      add("img", { src: `${origin}/img.png` });
      add("link", { rel: "stylesheet", href: `${origin}/s.css` });
      add("video", { src: `${origin}/v.mp4` });
      add("iframe", { src: `${origin}/frame` });
      const font = new FontFace("stranger", `url(${origin}/font.woff2)`);
      document.fonts.add(font);
      const failures = await Promise.allSettled([
        font.load(),
        fetch(`${origin}/fetch`),
        new Promise((_, reject) => (new WebSocket(origin.replace("http", "ws")).onerror = reject)),
        new Promise((_, reject) => (new EventSource(`${origin}/events`).onerror = reject)),
      ]);
      navigator.sendBeacon(`${origin}/beacon`, "x");
      await all;
      return { seen: wanted.filter((name) => seen.has(name)), failed: failures.map(({ status }) => status) };
    }, stranger.url);
    expect(blocked).toEqual({
      seen: ["img-src", "style-src-elem", "font-src", "media-src", "frame-src", "connect-src"],
      failed: ["rejected", "rejected", "rejected", "rejected"],
    });
    expect(stranger.asked).toEqual([]);
    expectFaults("img-src");
    expectFaults(/-src|Content Security Policy/);
  });

  test("runs nothing: no text as code, no text as HTML, no worker of another host, no WebAssembly", async () => {
    const results = await page.evaluate(async (origin) => {
      const policies = (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } })
        .trustedTypes;
      const attempts: Record<string, () => unknown> = {
        "new Function": () => new Function("return 1")(),
        eval: () => (0, eval)("1"),
        "text as HTML": () => (document.body.innerHTML = "<b>x</b>"),
        "a worker from text": () => new Worker(URL.createObjectURL(new Blob(["1"]))),
        "a worker of another host": () => new Worker(`${origin}/worker.js`),
        "a script of another host": () => (document.createElement("script").src = `${origin}/script.js`),
        WebAssembly: () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
        "one more policy": () => policies.createPolicy("stranger", {}),
      };
      const fate = async (attempt: () => unknown) => {
        // What the debugger runs may do more than the page: a timer is the page's own.
        await new Promise((resolve) => setTimeout(resolve));
        return Promise.resolve()
          .then(attempt)
          .then(
            () => "done",
            () => "forbidden",
          );
      };
      const fates: [string, string][] = [];
      for (const [name, attempt] of Object.entries(attempts)) fates.push([name, await fate(attempt)]);
      return fates;
    }, stranger.url);
    expect(results.filter(([, fate]) => fate !== "forbidden")).toEqual([]);
    expect(results).toHaveLength(8);
    const ran = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      try {
        document.body.setAttribute("onclick", "globalThis.ran = true");
        document.body.click();
      } catch {
        // As it should.
      }
      return "ran" in globalThis;
    });
    expect(ran).toBe(false);
    expect(stranger.asked).toEqual([]);
    expectFaults(/./);
  });

  test("has neighbours that pass: the page's own picture and its own answers", async () => {
    const width = await page.evaluate(async () => {
      const image = Object.assign(new Image(), { src: "/favicon.svg" });
      await image.decode();
      return image.width;
    });
    expect(width).toBeGreaterThan(0);
    expect(await page.evaluate(() => fetch("/api/config").then(({ status }) => status))).toBe(200);
  });
});

test("no page of another host may show it in a frame", async () => {
  const outside = await context.newPage();
  await outside.goto(stranger.url);
  const shown = async (url: string) => {
    await outside.evaluate((src) => {
      const frame = Object.assign(document.createElement("iframe"), { src });
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      document.body.replaceChildren(frame);
      return loaded;
    }, url);
    return outside.frames()[1]?.url();
  };
  expect(await shown(`${stranger.url}/own`)).toBe(`${stranger.url}/own`);
  expect(await shown(`${site.url}/`)).toBe("chrome-error://chromewebdata/");
});
