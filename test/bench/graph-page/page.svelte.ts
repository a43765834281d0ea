// What is measured: a long run that grows in the real graph, or in plain SVG; then a pan and a zoom by the gestures of a person.
import "../../../src/ui/app.css";
import { flushSync, mount } from "svelte";
import { graph, type GraphView } from "../../../src/engine/index.ts";
import Graph from "../../../src/ui/graph/Graph.svelte";
import { teamLog } from "./log.ts";
import { plainSvg } from "./plain-svg.ts";

export interface Asked {
  renderer: "loopglass" | "plain SVG";
  nodes: number;
  camera: "follow" | "overview";
  /** when what is left is added at once, in ms */
  capMs: number;
}

export interface Phase {
  frames: number;
  intervalP50: number;
  intervalP95: number;
  intervalMax: number;
  workP50: number;
  workP95: number;
}

export interface Measured {
  append: Phase & { seconds: number; addedInTime: number; workEarly: number; workLate: number };
  pan: Phase;
  zoom: Phase;
  domElements: number;
  /** the most that there were at any time */
  domMost: number;
}

const batch = 20;
const frame = () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now())));

/** The time from now until the frame's work on the main thread, painting included, is over. */
function afterFrame(start: number): Promise<number> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - start);
    port2.postMessage(0);
  });
}

let domMost = 0;
const countElements = () => (domMost = Math.max(domMost, document.getElementsByTagName("*").length));

async function measured(step: (elapsed: number) => boolean | void, untilMs: number) {
  const [intervals, work]: [number[], number[]] = [[], []];
  let last = await frame();
  const begun = last;
  for (;;) {
    const start = performance.now();
    if (step(start - begun) === false || start - begun > untilMs) break;
    const busy = afterFrame(start);
    const now = await frame();
    intervals.push(now - last);
    last = now;
    work.push(await busy);
    if (intervals.length % 10 === 0) countElements();
  }
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;
  const median = (values: number[]) => at(values, 0.5);
  const fifth = Math.floor(work.length / 5);
  return {
    frames: intervals.length,
    intervalP50: at(intervals, 0.5),
    intervalP95: at(intervals, 0.95),
    intervalMax: Math.max(...intervals),
    workP50: at(work, 0.5),
    workP95: at(work, 0.95),
    workEarly: median(work.slice(fifth, 2 * fifth)),
    workLate: median(work.slice(4 * fifth)),
  };
}

class Shown {
  graph = $state.raw<GraphView>(graph.start());
  selected = $state<string | null>(null);
}

interface Renderer {
  show(view: GraphView): void;
  /** the whole in view, at once or gliding */
  showAll(): Promise<void>;
  /** called each frame of a run that is followed */
  follow(): void;
  /** Begins at zoom 1 in the middle of the whole; then moves to where it is told, relative to there. */
  ready(): Promise<{ fit: number }>;
  pan(x: number, y: number): void;
  zoom(k: number): void;
}

function ours(stage: HTMLElement): Renderer {
  const shown = new Shown();
  const texts = new Map<string, string>();
  const props = {
    of: shown,
    get graph() {
      return shown.graph;
    },
    texts,
    get selected() {
      return shown.selected;
    },
    running: true,
    onselect: (id: string) => (shown.selected = id),
  };
  mount(Graph, { target: stage, props });
  const gestures = () => stage.querySelector(".stage") as HTMLElement;
  const view = () => new DOMMatrix(getComputedStyle(stage.querySelector(".plane") as Element).transform);
  const middle = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
  const wheel = (init: WheelEventInit) =>
    gestures().dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, ...middle, ...init }));
  let at = { x: 0, y: 0, k: 1 };
  // d3 zooms by 2 to the power of -deltaY ÷ 50 while Ctrl is held.
  const zoom = (k: number) => {
    if (k === at.k) return;
    wheel({ ctrlKey: true, deltaY: -50 * Math.log2(k / at.k) });
    at.k = k;
  };
  return {
    show: (next) => (shown.graph = next),
    async showAll() {
      [...stage.querySelectorAll("button")].find((button) => button.title === "Show all")?.click();
      for (let still = 0, last = ""; still < 10;) {
        await frame();
        const now = view().toString();
        still = now === last ? still + 1 : 0;
        last = now;
      }
    },
    follow() {},
    async ready() {
      await this.showAll();
      const fit = view().a;
      at.k = fit;
      zoom(1);
      at = { x: 0, y: 0, k: 1 };
      for (let i = 0; i < 30; i++) await frame();
      return { fit };
    },
    pan(x, y) {
      wheel({ deltaX: x - at.x, deltaY: y - at.y });
      [at.x, at.y] = [x, y];
    },
    zoom,
  };
}

function plain(stage: HTMLElement): Renderer {
  const drawn = plainSvg(stage);
  const bounds = () => drawn.layout.bounds ?? { x: 0, y: 0, width: 1, height: 1 };
  const fit = () => Math.min(1, innerWidth / (bounds().width + 100), innerHeight / (bounds().height + 100));
  const look = (x: number, y: number, k: number) => drawn.look(innerWidth / 2 - x * k, innerHeight / 2 - y * k, k);
  const centre = () => ({ x: bounds().x + bounds().width / 2, y: bounds().y + bounds().height / 2 });
  return {
    show: (next) => drawn.draw(next),
    async showAll() {
      look(centre().x, centre().y, fit());
      await frame();
    },
    follow() {
      const face = drawn.layout.newest?.face;
      if (face) look(400, face.y - 200, 1);
    },
    async ready() {
      look(centre().x, centre().y, 1);
      for (let i = 0; i < 10; i++) await frame();
      return { fit: fit() };
    },
    pan: (x, y) => look(centre().x + x, centre().y + y, 1),
    zoom: (k) => look(centre().x, centre().y, k),
  };
}

async function measure({ renderer, nodes, camera, capMs }: Asked): Promise<Measured> {
  const stage = document.getElementById("stage") as HTMLElement;
  const view = renderer === "loopglass" ? ours(stage) : plain(stage);
  const log = teamLog(nodes);
  let growing = graph.start();
  /** Takes in events until there are so many more nodes; whether the log goes on. */
  const grow = (count: number): boolean => {
    const goal = growing.order.length + count;
    while (growing.order.length < goal) {
      const next = log.next();
      if (next.done) return false;
      growing = graph.add(growing, next.value);
    }
    return true;
  };
  for (let i = 0; i < 10; i++) await frame();
  grow(5);
  view.show(growing);
  for (let i = 0; i < 20; i++) await frame();
  if (camera === "overview") await view.showAll();

  const begun = performance.now();
  let goesOn = true;
  const append = await measured(() => {
    if (!goesOn) return false;
    goesOn = grow(batch);
    view.show(growing);
    flushSync();
    if (camera === "follow") view.follow();
    else if (renderer === "plain SVG") void view.showAll();
    return true;
  }, capMs);
  const addedInTime = growing.order.length;
  if (goesOn) {
    grow(nodes);
    view.show(growing);
    await frame();
  }
  const seconds = (performance.now() - begun) / 1000;
  for (let i = 0; i < 10; i++) await frame();

  const { fit } = await view.ready();
  const pan = await measured((elapsed) => {
    const turn = (elapsed / 1500) * 2 * Math.PI;
    view.pan(700 * Math.sin(turn), 500 * Math.sin(2 * turn));
  }, 1500);
  const zoom = await measured((elapsed) => {
    const way = Math.max(0, 1 - Math.abs((elapsed / 1500) * 2 - 1));
    view.zoom(Math.exp(Math.log(fit) * way));
  }, 1500);
  countElements();
  view.zoom(1);
  for (let i = 0; i < 60; i++) await frame();
  const domElements = document.getElementsByTagName("*").length;
  return { append: { ...append, seconds, addedInTime }, pan, zoom, domElements, domMost };
}

declare global {
  interface Window {
    measure: typeof measure;
  }
}
window.measure = measure;
