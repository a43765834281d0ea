// Chanting in a stream: the call is cut, paid for, named, and ends what it belongs to; the closing call does not read the chant.
import { describe, expect, test } from "vitest";
import {
  scripted,
  startRun,
  type Model,
  type ModelRequest,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, keepsItsPromises, say } from "./support.ts";

const sentence = "I will search once more for the revenue of Lumen by region. ";
const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 10 };

/** A stream that goes on until it is aborted, and never ends by itself. */
function endless(before: string, channel: "onText" | "onReasoning" = "onText") {
  const seen = { aborted: false, pieces: 0 };
  const reply: ScriptedReply = (_request, { onText, onReasoning, signal }) => {
    const give = channel === "onText" ? onText : (onReasoning ?? onText);
    signal.addEventListener("abort", () => (seen.aborted = true));
    give(before);
    while (!seen.aborted && seen.pieces < 10_000) {
      seen.pieces++;
      give(sentence);
    }
    return new Promise(() => {});
  };
  return { reply, seen };
}

async function run(replies: ScriptedReply[], more: Partial<StartOptions> = {}) {
  const requests: ModelRequest[] = [];
  const model = scripted(
    replies.map((reply): ScriptedReply => async (request, options) => {
      requests.push(request);
      return typeof reply === "function" ? reply(request, options) : reply;
    }),
    { price },
  );
  const started = startRun("Report.", { pattern: "react", models: { main: model }, tools: [add], ...more });
  const outcome = await started.finished;
  keepsItsPromises(started.log);
  return { outcome, requests, log: started.log };
}

const of = <Type extends RunEvent["type"]>(log: readonly RunEvent[], type: Type) =>
  log.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
const timesSaid = (request: ModelRequest | undefined) =>
  (request?.messages ?? [])
    .map(({ content }) => content)
    .join("\n")
    .split("revenue of Lumen").length - 1;

describe.each(["onText", "onReasoning"] as const)("a stream that chants (%s)", (channel) => {
  const chanting = async () => {
    const { reply, seen } = endless("The revenue was 4.1 billion. ", channel);
    return { seen, ...(await run([call("add", { a: 1, b: 2 }), reply, say("3, as far as I got.")])) };
  };

  test("is aborted, and the run ends with a closing answer under the rule's name", async () => {
    const { seen, outcome } = await chanting();
    expect(seen.aborted).toBe(true);
    expect(seen.pieces).toBeLessThan(20);
    expect(outcome).toMatchObject({
      status: "stopped",
      answer: "3, as far as I got.",
      stop: { code: "loop", rule: "chanting" },
    });
    expect(outcome.stop?.message).toContain("search once more");
  });

  test("is in the log as it came, with a stop of its rule at that call", async () => {
    const { log } = await chanting();
    const cut = of(log, "model.reply").find(({ finishReason }) => finishReason === null);
    expect(channel === "onText" ? cut?.text : cut?.reasoning).toContain(sentence.repeat(9));
    expect(of(log, "nudge")).toMatchObject([
      { level: "stop", rule: "chanting", count: 10, span: cut?.span, spans: [cut?.span] },
    ]);
    expect(of(log, "span.end").find(({ span }) => span === cut?.span)?.status).toBe("stopped");
  });

  test("is paid for by what was written, marked as estimated, and never above what was set aside", async () => {
    const { log, outcome } = await chanting();
    const cut = of(log, "model.reply").find(({ finishReason }) => finishReason === null);
    const asked = of(log, "model.request").find(({ span }) => span === cut?.span);
    const written = new TextEncoder().encode((cut?.text ?? "") + (cut?.reasoning ?? "")).length;
    expect(cut?.certainty).toBe("estimated");
    expect(cut?.usage?.outputTokens).toBe(written);
    expect(cut?.usd).toBeGreaterThan(0);
    expect(cut?.usd).toBeLessThanOrEqual(asked?.reserved.usd ?? 0);
    expect(outcome.usd).toBeCloseTo(
      of(log, "model.reply").reduce((sum, { usd }) => sum + usd, 0),
      12,
    );
  });

  test("is not read by the closing call, but what stood before it is", async () => {
    const { requests } = await chanting();
    expect(timesSaid(requests[2])).toBeLessThanOrEqual(2);
    const said = requests[2]?.messages.findLast(({ role }) => role === "assistant")?.content ?? "";
    if (channel === "onText") expect(said).toMatch(/^The revenue was 4.1 billion\. I will search/);
    else expect(said).toBe("");
  });
});

test.each<[string, string]>([
  [
    "a table of numbers",
    `| month | north | south |\n${rows(80, (at) => `| ${at} | ${at * 37} EUR | ${at * 91} EUR |\n`)}`,
  ],
  ["numbers in columns", rows(120, (at) => `${at}  ${at * 37}  ${at * 91}\n`)],
  ["code", `\`\`\`ts\n${"expect(await page.locator('main').count()).toBe(1);\n".repeat(60)}\`\`\``],
  [
    "a contract with a clause that returns",
    rows(
      20,
      (at) =>
        `Article ${at}. The party of the ${at * 7919}th part delivers ${at * 31} units to dock ${at * 17} by day ${at * 3}, packed in lots of ${at + 5} and sealed by ${(at * 104729) % 977}. This clause survives the end of this agreement. `,
    ),
  ],
])("%s is not cut", async (_, text) => {
  const model: Model = {
    ...scripted([]),
    complete: async (_request, { onText }) => {
      for (let at = 0; at < text.length; at += 11) onText(text.slice(at, at + 11));
      return say(text);
    },
  };
  const outcome = await startRun("Report.", { pattern: "react", models: { main: model }, outputTokens: 8_000 })
    .finished;
  expect(outcome).toMatchObject({ status: "completed", answer: text.trim() });
});

function rows(count: number, row: (index: number) => string): string {
  return Array.from({ length: count }, (_, at) => row(at)).join("");
}

test("without loop rules a chant goes on until the output limit cuts it", async () => {
  const { outcome, log } = await run([endless("").reply, say("unused")], { loopRules: false, outputTokens: 300 });
  expect(outcome.warnings.join()).toContain("past its limit");
  expect(of(log, "nudge")).toEqual([]);
});

test("a closing call that chants is cut too, and the run says that it has no answer", async () => {
  const { outcome } = await run([endless("").reply, endless("").reply]);
  expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { rule: "chanting" } });
  expect(outcome.warnings.join()).toContain("no closing answer");
});

test("a plan step that chants fails alone", async () => {
  const steps = [
    { id: 1, description: "write", tool: null, dependsOn: [] },
    { id: 2, description: "add", tool: "add", input: { a: 1, b: 2 }, dependsOn: [] },
  ];
  const { outcome, log } = await run([say(JSON.stringify({ steps })), endless("").reply, say("3 [2]")], {
    pattern: "plan-execute",
    settings: { reflection: false },
  });
  expect(outcome).toMatchObject({ status: "completed", answer: "3 [2]" });
  const ends = of(log, "span.end").filter(({ failure }) => failure?.code === "chanting");
  const kinds = ends.map(({ span }) => of(log, "span.start").find((start) => start.span === span)?.kind);
  expect(kinds).toEqual(["model", "step"]);
});

test("a specialist that chants ends alone, with a closing answer of its own", async () => {
  const team = [
    { name: "ann", role: "a", tools: null },
    { name: "bob", role: "b", tools: null },
  ];
  const parts = team.map(({ name }) => ({ agent: name, task: `part of ${name}`, dependsOn: [] }));
  const chant = endless("Ann found 7. ").reply;
  let annAsked = 0;
  const byWho: ScriptedReply = (request, options) => {
    const system = request.messages[0]?.content ?? "";
    if (/coordinator/.test(system)) return say(JSON.stringify(parts));
    if (/You are ann/.test(system)) {
      annAsked += 1;
      return annAsked === 1 && typeof chant === "function" ? chant(request, options) : say("Ann: 7.");
    }
    return say(/You are bob/.test(system) ? "Bob: 8." : "7 and 8.");
  };
  const { outcome, log, requests } = await run(Array(8).fill(byWho), { pattern: "multi-agent", settings: { team } });
  expect(outcome).toMatchObject({ status: "completed", answer: "7 and 8." });
  expect(of(log, "nudge").map(({ rule, level }) => [rule, level])).toEqual([["chanting", "stop"]]);
  const failed = of(log, "span.end").filter(({ status }) => status === "failed");
  expect(failed.map(({ failure }) => failure?.code)).toEqual(["chanting"]);
  expect(
    requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join(),
  ).toContain("Ann: 7.");
});
