// Field cases E-01 to E-04, and proof that nothing moves: the graph alone on a page, in a real browser.
import { expect, test } from "vitest";
import type { Fact } from "../../src/engine/events.ts";
import { call, close, open, parallelFacts, reactFacts, reply, runStart } from "../fixtures/log.ts";
import { card, feed, page, places, show, still, useGraphs, view } from "./graph-page/support.ts";

useGraphs();

/** Attributes anywhere on the page that hold what is no number. */
const notNumbers = () =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => /\bNaN\b|Infinity|undefined/.test(value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  );

const nap = (ms: number) => page.waitForTimeout(ms);

test("E-01: a graph in a box without a size draws nothing; once it has one, it is fitted once, and every number is one", async () => {
  await show("width: 0; height: 0; overflow: hidden");
  await feed(reactFacts(3));
  expect(await page.getByRole("treeitem").count()).toBe(0);
  expect((await view()).k).toBe(1);
  await page.evaluate(() =>
    (window.graphs.graphs[0] as { holder: HTMLElement }).holder.setAttribute("style", "width: 800px; height: 600px"),
  );
  await card(/^Task/).waitFor();
  await still();
  const fitted = await view();
  expect(Object.values(fitted).every(Number.isFinite)).toBe(true);
  expect(fitted.k).toBeLessThanOrEqual(2);
  // Hidden and shown again, the view is where it was.
  for (const display of ["none", "block"]) {
    await page.evaluate(
      (how) => ((window.graphs.graphs[0] as { holder: HTMLElement }).holder.style.display = how),
      display,
    );
    await nap(60);
  }
  await still();
  expect(await view()).toEqual(fitted);
  await page.mouse.move(400, 300);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -20);
  await page.keyboard.up("Control");
  await still();
  const zoomed = await view();
  expect(zoomed.k).toBeGreaterThan(fitted.k);
  expect(Object.values(zoomed).every(Number.isFinite)).toBe(true);
  expect(await notNumbers()).toEqual([]);
});

test("E-01: an empty graph can be fitted, zoomed and left", async () => {
  await show("width: 800px; height: 600px");
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 200);
  await page.keyboard.press("0");
  expect(Object.values(await view()).every(Number.isFinite)).toBe(true);
  expect(await notNumbers()).toEqual([]);
});

const odd = `a b)"'`;

test("E-02: two graphs on one page share no id, and each reference leads into its own drawing, the other hidden or gone", async () => {
  await show("width: 640px; height: 400px");
  await show("width: 640px; height: 400px");
  const two = (id: string): Fact[] => [
    runStart("Look"),
    open("1", "agent", "react", [], null),
    open("n1", "model", "main", [], "1"),
    reply("n1", "Hm.", "search"),
    close("n1"),
    open(id, "tool", "search", ["n1"], "1"),
    close(id),
  ];
  await feed(two(odd), 0);
  await feed(two("n2"), 1);
  const look = () =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      const references = [...document.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes].flatMap(({ name, value }) => [
          ...[...value.matchAll(/url\(["']?#([^"')]+)/g)].map(([, id = ""]) => ({ element, id })),
          ...(/^aria-(labelledby|describedby|controls)$/.test(name)
            ? value.split(" ").map((id) => ({ element, id }))
            : []),
        ]),
      );
      const lost = references.filter(({ element, id }) => {
        const target = document.getElementById(id);
        const home = element.closest("svg") ?? element.closest("section");
        return !target || !home?.contains(target);
      });
      return { doubled: ids.length - new Set(ids).size, references: references.length, lost: lost.map(({ id }) => id) };
    });
  for (const hide of [
    () => {},
    () => page.evaluate(() => ((window.graphs.graphs[0] as { holder: HTMLElement }).holder.style.display = "none")),
    () => page.evaluate(() => window.graphs.graphs[0]?.leave()),
  ]) {
    await hide();
    const found = await look();
    expect(found.references).toBeGreaterThan(0);
    expect(found).toMatchObject({ doubled: 0, lost: [] });
  }
});

test("E-04: edges before their nodes, ghosts, loops, ways back and ids that come twice throw nothing and move nothing", async () => {
  await show();
  const facts: Fact[] = [
    open("a", "step", "a", ["run"], "run"),
    open("run", "agent", "run", [], null),
    { type: "observation", span: "ghost", output: "nobody" },
    open("b", "step", "b", ["a", "b", "ghost"], "a"),
    open("a", "step", "again", ["b"], "run"),
    open("c", "step", "c", [], "not-there"),
    close("b"),
  ];
  let before: Record<string, string> = {};
  for (const fact of facts) {
    await feed([fact]);
    const now = await places();
    for (const [id, place] of Object.entries(before))
      if (now[id]) expect(now[id].split(" ").slice(0, 2)).toEqual(place.split(" ").slice(0, 2));
    before = now;
    expect(await notNumbers()).toEqual([]);
  }
  await still();
  const names = await page
    .getByRole("treeitem")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect(names).toHaveLength(4);
  expect(names.filter((name) => name.startsWith("again"))).toHaveLength(1);
});

test("nothing that was placed moves by a pixel while a thousand events arrive; zoom, selection and focus stay", async () => {
  await show();
  const facts = parallelFacts(6, 20);
  expect(facts.length).toBeGreaterThan(1_200);
  await feed(facts.slice(0, 150));
  await still();
  await card(/^specialist 1\.2,/).click();
  await card(/^specialist 1\.2,/).press("ArrowDown");
  await page.mouse.move(640, 300);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -20);
  await page.keyboard.up("Control");
  await still();
  const look = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const marked = document.querySelector('[aria-selected="true"]');
      // What has the focus must not be made anew.
      const same = (focused.dataset["same"] ??= String(Math.random()));
      return { same, at: [x, y, width, height], marked: marked?.id, focused: focused.id };
    });
  const [seen, where] = [await look(), await view()];
  expect(seen.focused).toBe(seen.marked);
  expect(where.k).toBeGreaterThan(1);
  const known: Record<string, string> = { ...(await places()) };
  for (let from = 150; from < 1_150; from += 25) {
    await feed(facts.slice(from, from + 25));
    for (const [id, place] of Object.entries(await places()))
      expect(`${id} ${place}`).toBe(`${id} ${(known[id] ??= place)}`);
  }
  await still();
  expect(await look()).toEqual(seen);
  expect(await view()).toEqual(where);
  expect(Object.keys(known).length).toBeGreaterThan(10);
});

test("E-03: what changes on nodes moves none, and after the graph is gone nothing of it runs on", async () => {
  await page.evaluate(() => {
    const alive = { frames: 0, timers: new Set<unknown>(), observers: 0, listeners: 0 };
    Object.assign(window, { alive });
    const [frame, timer, clear] = [requestAnimationFrame, setTimeout, clearTimeout];
    window.requestAnimationFrame = (callback) => (alive.frames++, frame(callback));
    const counted = (callback: () => void, ms?: number) => {
      const id = timer(() => (alive.timers.delete(id), callback()), ms);
      alive.timers.add(id);
      return id;
    };
    Object.assign(window, { setTimeout: counted, clearTimeout: (id: number) => (alive.timers.delete(id), clear(id)) });
    for (const Kind of [ResizeObserver, MutationObserver]) {
      const { observe, disconnect } = Kind.prototype as ResizeObserver;
      const live = new Set<unknown>();
      Object.assign(Kind.prototype, {
        observe(this: ResizeObserver, ...given: [Element]) {
          if (!live.has(this)) alive.observers++;
          live.add(this);
          observe.apply(this, given);
        },
        disconnect(this: ResizeObserver) {
          if (live.delete(this)) alive.observers--;
          disconnect.apply(this);
        },
      });
    }
    for (const target of [window, document]) {
      const { addEventListener, removeEventListener } = target;
      const live = new Set<unknown>();
      target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
        live.add(given[1]);
        alive.listeners = live.size;
        addEventListener.apply(target, given);
      };
      target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
        live.delete(given[1]);
        alive.listeners = live.size;
        removeEventListener.apply(target, given);
      };
    }
  });
  await show();
  await feed(reactFacts(40).slice(0, 150));
  await card(/^Thought/)
    .first()
    .click();
  await page.keyboard.press("+");
  await still();
  // The seventh node is put elsewhere, and the third chosen.
  const seventh = page.locator('[role="treeitem"]').nth(6);
  const put = await seventh.evaluate((one) => one.id);
  const middle = async () => {
    const { x, y, width, height } = (await page.locator(`[id="${put}"]`).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const from = await middle();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.move(from.x + 90, from.y + 30);
  await page.mouse.up();
  expect(await middle()).toEqual({ x: from.x + 90, y: from.y + 30 });
  const [before, where] = [await places(), await view()];
  const updates = Array.from({ length: 190 }, (_, n): Fact => ({ type: "thought", span: "1.1.1", text: `Word ${n}` }));
  const added = Array.from({ length: 10 }, (_, n): Fact[] => [
    open(`1.9${n}`, "tool", "late"),
    call(`1.9${n}`, "late", {}),
  ]);
  await feed([...updates, ...added.flat()]);
  await still();
  expect(await places()).toMatchObject(before);
  expect(await view()).toEqual(where);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(put);
  expect(
    await card(/^Thought/)
      .first()
      .getAttribute("aria-selected"),
  ).toBe("true");
  expect(await middle()).toEqual({ x: from.x + 90, y: from.y + 30 });

  // Ctrl+Z takes it back; with Alt the arrows move what has the focus; Tidy puts all back.
  await page.keyboard.press("Control+z");
  expect(await middle()).toEqual(from);
  const tidy = await places();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowDown");
  expect(await places()).not.toEqual(tidy);
  await page.getByRole("button", { name: "Tidy" }).click();
  expect(await places()).toEqual(tidy);

  await page.evaluate(() => window.graphs.graphs[0]?.leave());
  await nap(300);
  type Alive = { alive: { frames: number; timers: Set<unknown>; observers: number; listeners: number } };
  const left = () =>
    page.evaluate(() => {
      const { frames, timers, observers, listeners } = (window as unknown as Alive).alive;
      return { frames, timers: timers.size, observers, listeners };
    });
  const first = await left();
  await nap(300);
  expect(await left()).toEqual({ ...first, timers: 0, observers: 0 });
});

test("from afar the graph is a canvas; what is clicked there is selected, focus and tree go on", async () => {
  await show();
  await feed(parallelFacts(6, 30));
  await page.getByRole("button", { name: "Show all" }).click();
  await still();
  expect((await view()).k).toBeLessThan(0.2);
  expect(await page.locator("*").count()).toBeLessThan(1_000);
  // Agents are named there, though they are only shapes.
  await card(/^specialist 1\.5,/).waitFor();
  const inked = await page.evaluate(() => {
    const canvas = document.querySelector("canvas") as HTMLCanvasElement;
    const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    return data.filter((_, at) => at % 4 === 3).some((alpha) => alpha > 0);
  });
  expect(inked).toBe(true);
  const { x, y, k } = await view();
  const lane = await card(/^specialist 1\.5,/).evaluate((one) => ({
    left: parseFloat(one.style.left),
    top: parseFloat(one.style.top),
  }));
  await page.mouse.click(x + (lane.left + 60) * k, y + (lane.top + 4_000) * k);
  const selected = page.locator('[aria-selected="true"]');
  await selected.waitFor();
  const id = await selected.getAttribute("id");
  await page.keyboard.press("Tab");
  await page.getByRole("tree").locator('[tabindex="0"]').focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator('[aria-selected="true"]').getAttribute("id")).not.toBe(id);
  // Nearer again, the same node has the focus.
  const focused = () => page.evaluate(() => document.activeElement?.id);
  const kept = await focused();
  for (let times = 0; times < 16; times++) await page.keyboard.press("+");
  await still();
  expect((await view()).k).toBeGreaterThan(0.5);
  expect(await focused()).toBe(kept);
});

test("words run the way of their script, are cut only where they are seen, and are whole when pointed at", async () => {
  await show();
  const words = "שלום עולם, זה טקסט ארוך מאוד שאינו נכנס בשורה אחת של כרטיס אחד 👨‍👩‍👧‍👦";
  await feed([
    runStart("计算10*5，把结果保存到result.txt，再读出来核对"),
    open("1", "agent", "react"),
    open("1.1", "tool", "calculator"),
    call("1.1", "calculator", words),
    close("1.1"),
  ]);
  const given = card(/calculator/).getByText("שלום");
  expect(await given.evaluate((one) => getComputedStyle(one).direction)).toBe("rtl");
  expect(await given.getAttribute("title")).toBe(words);
  expect(await card(/calculator/).getAttribute("aria-label")).toContain(words);
  expect(await card(/^Task/).getAttribute("aria-label")).toContain("再读出来核对");
});
