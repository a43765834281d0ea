// The graph of a run as a Mermaid flowchart: groups as subgraphs, lines by cause, within the limits of Mermaid itself.

/** What is told of a node; the graph's own nodes fit. */
export interface ChartNode {
  readonly id: string;
  readonly kind: string;
  readonly group: string | null;
  readonly state: string;
  readonly detail: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
}

export interface ChartEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

export interface Chart {
  readonly nodes: ReadonlyMap<string, ChartNode>;
  readonly order: readonly string[];
  readonly edges: readonly ChartEdge[];
}

export interface ChartOptions {
  /** the heading of a node */
  readonly name: (id: string) => string;
  /** what a folded group holds, in words */
  readonly inside: (id: string) => string;
  /** what is said of nodes that are left out */
  readonly left: (count: number) => string;
}

/** Mermaid's own limits, with room to spare: 50,000 characters and 500 lines. */
export const mermaidLimits = { letters: 45_000, edges: 480, nodes: 400 } as const;
const longestWords = 60;

/**
 * Writes a graph as a Mermaid flowchart.
 *
 * @returns the text, and how many nodes it does not draw: those in groups that had to be folded, and those beyond the limits
 */
export function mermaid(chart: Chart, options: ChartOptions): { readonly text: string; readonly hidden: number } {
  const deepest = Math.max(0, ...chart.order.map((id) => depthOf(chart, id)));
  for (let depth = deepest; depth > 1; depth--) {
    const whole = write(chart, options, depth, Infinity);
    if (whole.fits) return whole;
  }
  let count: number = mermaidLimits.nodes;
  for (;;) {
    const part = write(chart, options, Math.min(deepest, 1), count);
    if (part.fits || count <= 1) return part;
    count = Math.floor(count / 2);
  }
}

function write({ nodes, order, edges }: Chart, { name, inside, left }: ChartOptions, deepest: number, most: number) {
  const chart = { nodes, order, edges };
  const drawn = order.filter((id) => depthOf(chart, id) <= deepest).slice(0, most);
  const shown = new Map(drawn.map((id, index) => [id, `n${index}`]));
  const holds = new Map<string | null, string[]>();
  for (const id of drawn) {
    const group = nodes.get(id)?.group ?? null;
    const home = group !== null && shown.has(group) && group !== id ? group : null;
    holds.set(home, [...(holds.get(home) ?? []), id]);
  }
  const lines = ["flowchart TD"];
  const open = (id: string, indent: string): void => {
    const node = nodes.get(id);
    const label = shown.get(id);
    if (!node || !label) return;
    const held = holds.get(id) ?? [];
    if (held.length === 0) {
      const words = [name(id), (node.modelCalls + node.toolCalls > 0 && inside(id)) || node.detail];
      lines.push(`${indent}${label}["${words.filter(Boolean).map(quoted).join("<br/>")}"]:::${classOf(node)}`);
      return;
    }
    lines.push(`${indent}subgraph ${label}["${quoted(name(id))}"]`);
    for (const child of held) open(child, `${indent}  `);
    lines.push(`${indent}end`);
  };
  for (const id of holds.get(null) ?? []) open(id, "  ");
  const hidden = order.length - drawn.length;
  if (drawn.length >= most && hidden > 0) lines.push(`  rest["${quoted(left(hidden))}"]`);
  const tied = arrows(edges, nodes, shown, holds);
  lines.push(...tied.map((arrow) => `  ${arrow}`), ...styles);
  const text = `${lines.join("\n")}\n`;
  const { letters, edges: mostEdges, nodes: mostNodes } = mermaidLimits;
  return { text, hidden, fits: text.length <= letters && tied.length <= mostEdges && drawn.length <= mostNodes };
}

/** Lines between what is drawn: those of what is hidden end at what stands for it, each once, none into what it lies in. */
function arrows(
  edges: readonly ChartEdge[],
  nodes: Chart["nodes"],
  shown: ReadonlyMap<string, string>,
  holds: ReadonlyMap<string | null, readonly string[]>,
): string[] {
  const up = (id: string): string | undefined => {
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); at = nodes.get(at)?.group ?? null) {
      if (shown.has(at)) return at;
      seen.add(at);
    }
    return undefined;
  };
  const found = new Set<string>();
  for (const { from, to, kind } of edges) {
    const [source, target] = [up(from), up(to)];
    const isHeld = kind === "contains" && source !== undefined && holds.get(source)?.includes(target ?? "");
    if (!source || !target || source === target || isHeld || lies(nodes, source, target) || lies(nodes, target, source))
      continue;
    found.add(`${shown.get(source)} ${shafts[kind] ?? "-->"} ${shown.get(target)}`);
  }
  return [...found];
}

const shafts: Readonly<Record<string, string>> = {
  contains: "-.->",
  reads: "-. reads .->",
  handoff: "==>",
  judges: "-. judges .->",
  repeats: "-. repeats .->",
};

/** Whether a node lies in another: Mermaid draws no line between a group and what is in it. */
function lies(nodes: Chart["nodes"], inner: string, outer: string): boolean {
  const seen = new Set<string>();
  for (let at = nodes.get(inner)?.group ?? null; at !== null && !seen.has(at); at = nodes.get(at)?.group ?? null) {
    if (at === outer) return true;
    seen.add(at);
  }
  return false;
}

function depthOf({ nodes }: Chart, id: string): number {
  const seen = new Set<string>();
  for (let at = nodes.get(id)?.group ?? null; at !== null && !seen.has(at); at = nodes.get(at)?.group ?? null)
    seen.add(at);
  return seen.size;
}

const kinds: readonly string[] = ["model", "tool", "answer", "plan", "review"];
const classOf = ({ kind, state }: ChartNode): string =>
  state === "failed" ? "failed" : kinds.includes(kind) ? kind : "group";

const styles = [
  "  classDef model fill:#f5f1fd,stroke:#7a5bc4,color:#1e2430",
  "  classDef tool fill:#fdf4e9,stroke:#a06a1c,color:#1e2430",
  "  classDef answer fill:#e7f7ee,stroke:#17794a,color:#1e2430",
  "  classDef plan fill:#e6f6f3,stroke:#11796b,color:#1e2430",
  "  classDef review fill:#fdeff5,stroke:#b13f7c,color:#1e2430",
  "  classDef group fill:#f4f6f8,stroke:#8a94a3,color:#1e2430",
  "  classDef failed fill:#fdeeec,stroke:#c0352b,color:#1e2430",
];

/** Words for a quoted label: on one line, cut at a word, and with all signs as entities that are not letters, digits or plain marks. */
function quoted(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  const letters = Array.from(line);
  const start = letters.slice(0, longestWords).join("");
  const space = start.lastIndexOf(" ");
  const short = letters.length <= longestWords ? line : `${space > longestWords / 2 ? start.slice(0, space) : start}…`;
  return short.replace(/[^\p{L}\p{M}\p{N} .,:;!?…·()+\-–—%$€=/]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
