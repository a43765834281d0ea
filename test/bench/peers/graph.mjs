// Our graph as one more renderer of a graph benchmark: mount(stage, graph) resolves to { append(nodes, edges), setViewport({ x, y, zoom }) }.
// Nodes are { id, index, depth, kind, x, y, title, detail }, edges { from, to }. Each node becomes a span of a log, and our
// graph places it itself. The view is moved as a person moves it: by wheel events on the stage, and by the button for all.
import "../../../src/ui/app.css";
import { flushSync, mount as mountComponent } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { graph } from "../../../src/engine/index.ts";
import Graph from "../../../src/ui/graph/Graph.svelte";
import { createLayout } from "../../../src/ui/graph/layout.ts";

/** Turns nodes, each with the nodes that its edges come from, into the events of their spans. */
function createLog() {
  const spans = new Map();
  /** the agent that a node belongs to, by node */
  const agents = new Map();
  let seq = 0;
  return (node, sources) => {
    const agent = node.depth < 2 ? "1" : agents.get(sources[0].id);
    const span = node.depth === 0 ? "1" : `${agent}.${node.index}`;
    spans.set(node.id, span);
    agents.set(node.id, node.depth < 2 ? span : agent);
    const kind = node.depth < 2 ? "agent" : node.kind === "tool" || node.kind === "result" ? "tool" : "model";
    const causes = sources.map(({ id }) => spans.get(id)).filter((cause) => cause !== agent);
    const said =
      kind === "tool"
        ? [{ type: "tool.call", span, callId: span, tool: node.title, arguments: node.detail }]
        : kind === "model"
          ? [{ type: "thought", span, text: `${node.title}, ${node.detail}` }]
          : [];
    const parent = node.depth === 0 ? null : agent;
    const ended = kind === "agent" ? [] : [{ type: "span.end", span, status: "ok" }];
    const facts = [{ type: "span.start", span, parent, kind, name: node.title, causes }, ...said, ...ended];
    return { span, events: facts.map((fact) => ({ ...fact, seq, at: 10 * seq++ })) };
  };
}

const sourcesOf = (edges) => Map.groupBy(edges, ({ to }) => to.id);

/** Where the nodes of the whole graph will stand: so a place of theirs is found among ours. */
function foresee({ nodes, edges }) {
  const eventsOf = createLog();
  const incoming = sourcesOf(edges);
  const layout = createLayout();
  let view = graph.start();
  const heads = [];
  for (const node of nodes) {
    const { span, events } = eventsOf(
      node,
      (incoming.get(node.id) ?? []).map(({ from }) => from),
    );
    for (const event of events) view = graph.add(view, event);
    layout.advance(view);
    // The first lane stands for all: a row lies equally deep in each.
    if (node.x < 900 && node.depth > 0) heads.push([node.y, layout.places.get(span).face.y]);
  }
  heads.sort(([one], [other]) => one - other);
  return { bounds: layout.bounds, heads };
}

/** How deep a row of theirs lies in ours: between the two nodes of the first lane around it. */
function depthAt(heads, y) {
  const at = heads.findIndex(([theirs]) => theirs >= y);
  const [after, before] = [heads.at(at) ?? [0, 0], heads[at - 1] ?? [0, 0]];
  if (at === -1) return after[1] + (y - after[0]) * (after[1] / Math.max(1, after[0]));
  return before[1] + ((y - before[0]) / Math.max(1, after[0] - before[0])) * (after[1] - before[1]);
}

export async function mount(stage, whole) {
  const { bounds, heads } = foresee(whole);
  const eventsOf = createLog();
  let shown = graph.start();
  let tell = () => {};
  const subscribe = createSubscriber((update) => {
    tell = update;
  });
  const props = {
    of: {},
    get graph() {
      subscribe();
      return shown;
    },
    texts: new Map(),
    selected: null,
    running: true,
    onselect() {},
  };
  stage.style.height = "100vh";
  mountComponent(Graph, { target: stage, props });
  flushSync();
  const ground = stage.querySelector(".stage");
  const wheel = (init) =>
    ground.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: 0, clientY: 0, ...init }));
  const ourFit = Math.min(innerWidth / (bounds.width + 200), innerHeight / (bounds.height + 200));
  let wanted = null;

  /** Their view as one of ours: the same part of the whole, at the same share of the way to all of it. */
  function ours({ x, y, zoom }) {
    const k = Math.exp((Math.log(ourFit) * Math.log(zoom)) / Math.log(whole.fit));
    const middle = { x: (innerWidth / 2 - x) / zoom, y: (innerHeight / 2 - y) / zoom };
    const at = { x: bounds.x + (middle.x / whole.width) * bounds.width, y: depthAt(heads, middle.y) };
    return { k, x: innerWidth / 2 - at.x * k, y: innerHeight / 2 - at.y * k };
  }

  function look(to) {
    const now = () => ground.__zoom;
    if (Math.abs(now().k / to.k - 1) > 1e-9) wheel({ ctrlKey: true, deltaY: -50 * Math.log2(to.k / now().k) });
    wheel({ deltaX: now().x - to.x, deltaY: now().y - to.y });
  }

  return {
    append(nodes, edges) {
      const incoming = sourcesOf(edges);
      for (const node of nodes) {
        const sources = (incoming.get(node.id) ?? []).map(({ from }) => from);
        for (const event of eventsOf(node, sources).events) shown = graph.add(shown, event);
      }
      tell();
      flushSync();
      // How far one can zoom out follows from what is there: all of it is kept in view by the page itself.
      if (wanted) [...stage.querySelectorAll("button")].find((button) => button.title === "Show all")?.click();
      wanted = null;
    },
    setViewport(view) {
      if (shown.order.length === 0) wanted = view.zoom < 0.5 ? view : null;
      if (wanted === null) look(ours(view));
    },
  };
}
