// A long run of a team, made event by event, so that the log itself takes no memory while the graph is measured.
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { call, close, open, runStart } from "../../fixtures/log.ts";

/** Numbers from 0 to 1, the same each time (mulberry32). */
function numbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const thoughts = [
  "The figures of 2009 are missing from the second table, so I look for them in the yearly reports before I compare.",
  "Both series begin in January 2000; I take the closing price of each year and let the calculator find the growth.",
  "The search found four addresses that speak of jobs. I read the one of 2011 first, because it names a rate.",
  "The share rose in eight of eleven years, which says little of risk: I need the standard deviation of the months.",
];
const calls = [
  ["query_table", { sql: "SELECT year, avg(price) FROM stocks WHERE symbol = 'AAPL' GROUP BY year ORDER BY year" }],
  ["calculator", { expression: "(223.02 - 25.94) / 25.94 * 100" }],
  ["search_documents", { query: "unemployment recovery jobs 2011", limit: 4 }],
] as const;
const outputs = [
  "11 rows: 2000 21.7, 2001 10.2, 2002 9.4, 2003 9.3, 2004 18.7, 2005 48.2",
  "759.7532767925983",
  "4 documents",
];

interface Agent {
  readonly span: string;
  turns: number;
  /** what its newest turn still has to do, in order */
  readonly rest: (() => Fact[])[];
}

/** Every event of a run with so many nodes: a team of √n ÷ 4 agents whose turns come interleaved, each a thought and one to three calls. */
export function* teamLog(nodes: number): Generator<RunEvent, void> {
  const random = numbers(7);
  let seq = 0;
  const stamped = (fact: Fact): RunEvent => ({ ...fact, seq, at: seq++ * 10 });
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const start = [
    runStart("An investment report on AAPL."),
    open("1", "agent", "multi-agent"),
    open("1.1", "plan", "plan"),
  ];
  for (const fact of [...start, ...model("1.1.1", "Three sub-tasks.", []), close("1.1")]) yield stamped(fact);
  let left = nodes - 3;
  const agents: Agent[] = [];
  for (let n = 0; n < Math.max(2, Math.round(Math.sqrt(nodes) / 4)) && left > 0; n++, left--) {
    agents.push({ span: `1.${n + 2}`, turns: 0, rest: [] });
    yield stamped(open(`1.${n + 2}`, "agent", `specialist ${n + 1}`, ["1.1"]));
  }
  while (left > 0) {
    const agent = pick(agents);
    if (agent.rest.length === 0) plan(agent);
    for (const fact of agent.rest.shift()?.() ?? []) {
      if (fact.type === "span.start") left--;
      yield stamped(fact);
    }
  }

  function plan(agent: Agent): void {
    const turn = `${agent.span}.${++agent.turns}`;
    const count = 1 + Math.floor(random() * 3);
    agent.rest.push(() => [open(turn, "iteration", `turn ${agent.turns}`)]);
    agent.rest.push(() =>
      model(
        `${turn}.1`,
        pick(thoughts),
        Array.from({ length: count }, () => pick(calls)[0]),
      ),
    );
    for (let n = 0; n < count; n++) agent.rest.push(() => tool(`${turn}.${n + 2}`, [`${turn}.1`]));
    agent.rest.push(() => [close(turn)]);
  }

  function tool(span: string, causes: string[]): Fact[] {
    const [name, input] = pick(calls);
    const observation: Fact = { type: "observation", span, output: `${pick(outputs)} (${span})` };
    return [open(span, "tool", name, causes), call(span, name, input), observation, close(span)];
  }

  function model(span: string, text: string, tools: readonly string[]): Fact[] {
    const toolCalls = tools.map((name, index) => ({ id: `${span}-${index}`, name, arguments: "{}" }));
    const usage = { inputTokens: 900 + Math.floor(random() * 4000), outputTokens: 40 + Math.floor(random() * 200) };
    const told = {
      finishReason: tools.length > 0 ? "tool_calls" : "stop",
      usage,
      usd: usage.inputTokens * 4e-7,
    } as const;
    return [
      open(span, "model", "model"),
      { type: "model.reply", span, text: `${text} (${span})`, toolCalls, ...told },
      close(span),
    ];
  }
}
