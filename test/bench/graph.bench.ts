// The graph in a real browser without a GPU: how smoothly a run of up to 10,000 nodes grows, pans and zooms, beside plain SVG.
import { launchBrowser } from "../browser.ts";
import { servePage } from "./graph-page/build.ts";
import type { Asked, Measured } from "./graph-page/page.svelte.ts";
import type { Bench, Figure } from "./run.ts";

/** `--sizes=500,2000` and `--rounds=1` make it shorter, while one works on the graph. */
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
const sizes = (option("sizes") ?? "500,2000,10000").split(",").map(Number);
const rounds = Number(option("rounds") ?? 3);
const only = option("only");
const capMs = 20_000;

type Row = Measured & Asked & { heapMb: number };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const atMost = (name: string, value: number, most: number): Figure => ({
  name,
  value: Math.round(value * 100) / 100,
  aim: `<= ${most}`,
  holds: value <= most,
});

/** One measurement in a browser of its own. */
async function measure(url: string, asked: Asked): Promise<Row> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await page.waitForFunction(() => "measure" in window);
    const measured = await page.evaluate((what) => window.measure(what), asked);
    const shot = option("shots");
    if (shot) await page.screenshot({ path: `${shot}/${asked.renderer}-${asked.nodes}-${asked.camera}.png` });
    const devtools = await context.newCDPSession(page);
    // What is reached through weak references only goes with the second one.
    for (let times = 0; times < 2; times++) await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("Performance.enable");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? NaN;
    return { ...measured, ...asked, heapMb: heap / 2 ** 20 };
  } finally {
    await browser.close();
  }
}

export async function bench(): Promise<Bench> {
  const site = await servePage();
  const rows: Row[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const nodes of sizes) {
        for (const camera of ["follow", "overview"] as const) {
          for (const renderer of ["loopglass", "plain SVG"] as const) {
            // Once is enough for what is only compared with.
            if ((renderer === "plain SVG" && round > 0) || (only && !`${renderer} ${camera}`.includes(only))) continue;
            const row = await measure(site.url, { renderer, nodes, camera, capMs });
            rows.push(row);
            console.error(`${round + 1}/${rounds}`, JSON.stringify(tableRow(row)));
          }
        }
      }
    }
  } finally {
    site.close();
  }
  const table = groups(rows).map((same) => tableRow(typical(same)));
  return { table, figures: figuresOf(rows) };
}

function groups(rows: Row[]): Row[][] {
  const byName = Map.groupBy(rows, ({ renderer, nodes, camera }) => `${renderer} ${nodes} ${camera}`);
  return [...byName.values()];
}

/** The median of each figure over the rounds. */
function typical(same: Row[]): Row {
  const of = (pick: (row: Row) => number) => median(same.map(pick));
  const [first] = same as [Row];
  const phase = <Name extends "append" | "pan" | "zoom">(name: Name): Row[Name] => {
    const keys = Object.keys(first[name]) as (keyof Row[Name])[];
    return Object.fromEntries(keys.map((key) => [key, of((row) => row[name][key] as number)])) as unknown as Row[Name];
  };
  const rest = {
    heapMb: of((row) => row.heapMb),
    domMost: of((row) => row.domMost),
    domElements: of((row) => row.domElements),
  };
  return { ...first, append: phase("append"), pan: phase("pan"), zoom: phase("zoom"), ...rest };
}

function tableRow({ renderer, nodes, camera, append, pan, zoom, domElements, domMost, heapMb }: Row) {
  const short = (value: number) => Math.round(value * 10) / 10;
  return {
    renderer,
    nodes,
    camera,
    "append s": short(append.seconds),
    "in time": append.addedInTime,
    "append p95": short(append.intervalP95),
    "append max": short(append.intervalMax),
    "work p50": short(append.workP50),
    "work p95": short(append.workP95),
    "pan p95": short(pan.intervalP95),
    "pan max": short(pan.intervalMax),
    "pan work p95": short(pan.workP95),
    "zoom p95": short(zoom.intervalP95),
    "zoom max": short(zoom.intervalMax),
    "zoom work p95": short(zoom.workP95),
    DOM: domElements,
    "DOM most": domMost,
    "heap MB": short(heapMb),
  };
}

function figuresOf(rows: Row[]): Figure[] {
  const most = Math.max(...sizes);
  const find = (camera: Asked["camera"]) =>
    rows.filter((row) => row.renderer === "loopglass" && row.nodes === most && row.camera === camera);
  const [follow, overview] = [find("follow"), find("overview")];
  if (follow.length === 0 || overview.length === 0) return [];
  const [followed, whole] = [typical(follow), typical(overview)];
  return [
    atMost(`following ${most}, interval p95 ms`, followed.append.intervalP95, 17.5),
    atMost(`following ${most}, interval worst ms`, followed.append.intervalMax, 25),
    atMost(`following ${most}, work p95 ms`, followed.append.workP95, 4),
    atMost(
      `following ${most}, work of the last fifth over that of the second`,
      followed.append.workLate / followed.append.workEarly,
      1.3,
    ),
    atMost(`whole of ${most}, interval p95 ms`, whole.append.intervalP95, 20),
    atMost(`whole of ${most}, seconds for all`, whole.append.seconds, 8.5),
    atMost(`panning ${most}, interval p95 ms`, followed.pan.intervalP95, 20),
    atMost(`zooming ${most}, interval p95 ms`, Math.max(followed.zoom.intervalP95, whole.zoom.intervalP95), 20),
    atMost(`zooming ${most}, interval worst ms`, Math.max(followed.zoom.intervalMax, whole.zoom.intervalMax), 40),
    atMost(`elements in the document at ${most}`, Math.max(followed.domElements, whole.domElements), 1000),
    atMost(`heap MB at ${most}`, Math.max(followed.heapMb, whole.heapMb), 10),
  ];
}
