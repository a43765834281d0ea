// Plans that broke other projects in public: fences, braces in prose, damaged strings, rings.
import { describe, expect, test } from "vitest";
import { findJson } from "../../../src/engine/protocol/json-candidates.ts";
import { topologicalOrder } from "../../../src/engine/protocol/plan-graph.ts";
import { readPlan, type PlannedStep, type PlanRead } from "../../../src/engine/protocol/plan-reply.ts";

const read = (reply: string): PlanRead => readPlan(reply, { tools: [], finishReason: "stop" });
/** Each step as `id: description < what it needs`. */
const stepsOf = (reply: string): string[] => {
  const plan = read(reply);
  if (!plan.ok) throw new Error(plan.message);
  return plan.steps.map(
    ({ id, description, dependsOn }) =>
      `${id}: ${description}${dependsOn.length > 0 ? ` < ${dependsOn.join(" ")}` : ""}`,
  );
};
const noCheck = "The plan does not end with a step that checks the results against the task.";
const notesOf = (reply: string): string[] => {
  const plan = read(reply);
  return plan.ok ? plan.notes.filter((note) => note !== noCheck) : [plan.message];
};

// https://github.com/mem0ai/mem0/issues/6427
describe("code fences inside and around the JSON (BUG-C-01)", () => {
  const script = "Use:\n```bash\necho hi\n```\nthen `stop`";
  const plan = {
    goal: "visit",
    steps: [
      { id: "s1", title: "Write the script", detail: script, dependsOn: [] },
      { id: "s2", title: "Run {it}", dependsOn: ["s1"] },
    ],
  };
  const text = JSON.stringify(plan);
  test.each([
    ["bare", text],
    ["in a fence", `\`\`\`json\n${text}\n\`\`\``],
    [
      "behind a fence that is no JSON",
      `First do this:\n\`\`\`bash\nmkdir x\n\`\`\`\nPlan:\n\`\`\`json\n${JSON.stringify(plan, null, 1)}\n\`\`\`\nGood luck!`,
    ],
    ["in four back-ticks", `\`\`\`\`json\n${text}\n\`\`\`\``],
    ["in a fence that stays open", `\`\`\`json\n${text}`],
  ])("%s", (_, reply) => {
    expect(stepsOf(reply)).toEqual([`s1: Write the script\n${script}`, "s2: Run {it} < s1"]);
    expect(notesOf(reply)).toEqual([]);
  });
});

// https://github.com/crewAIInc/crewAI/pull/6521
describe("prose with braces before and after; the form echoed; two plans (BUG-C-02)", () => {
  const plan = '{"goal": "visit", "steps": [{"id": "s1", "title": "Ask", "dependsOn": []}]}';
  test.each([
    ["braces in prose", `For {about travel} I suggest: ${plan}\n\nReplace {foo} with {bar}.`],
    [
      "the form first",
      `The format is {"goal": "string", "steps": [{"id": "string", "title": "string"}], "...": "..."}\nHere it is:\n${plan}`,
    ],
    ["tags, and a brace too many", `<plan>${plan}</plan> }`],
    ["a brace in quotes, and a link", `note: "{" is a brace.\n${plan} [see docs]`],
  ])("%s", (_, reply) => {
    expect(stepsOf(reply)).toEqual(["s1: Ask"]);
    expect(notesOf(reply)).toEqual([]);
  });

  test("of two plans the last is taken, and that is noted", () => {
    const reply =
      '{"goal": "one", "steps": [{"id": "s1", "title": "A", "dependsOn": []}]}\nOr better:\n{"goal": "two", "steps": [{"id": "s1", "title": "B", "dependsOn": []}]}';
    expect(stepsOf(reply)).toEqual(["s1: B"]);
    expect(notesOf(reply)).toEqual([expect.stringContaining("2 different plans")]);
  });
});

// https://github.com/DeytaHQ/khora/pull/1566
describe("mending that leaves texts alone (BUG-C-03)", () => {
  const expected = ["s1: Open https://tides.example/a,}b\nwait, } ok, ] fine // not a comment"];
  const step =
    '{"id": "s1", "title": "Open https://tides.example/a,}b", "detail": "wait, } ok, ] fine // not a comment", "dependsOn": []}';
  const isMended = (reply: string) => findJson(reply, "stop").values.map(({ mended }) => mended);

  test("valid text is read as it is", () => {
    const reply = `{"goal": "visit", "steps": [${step}]}`;
    expect(stepsOf(reply)).toEqual(expected);
    expect(isMended(reply)).toEqual([false]);
    expect(notesOf(reply)).toEqual([]);
  });

  test("comments and commas go, what looks like them in texts stays", () => {
    const reply = `{"goal": "visit", // what we want, 27" wide\n "steps": [\n  ${step.replace(', "detail"', ', /* careful */ "detail"').replace("[]}", "[],}")},\n ],\n}`;
    expect(stepsOf(reply)).toEqual(expected);
    expect(isMended(reply)).toEqual([true]);
    expect(notesOf(reply)).toEqual([expect.stringContaining("mended")]);
  });

  test("single quotes and bare keys are mended without changing a letter", () => {
    const reply = String.raw`{goal:'visit', steps:[{id:'s1', title:'It\'s, } fine', dependsOn:[]}]}`;
    expect(stepsOf(reply)).toEqual(["s1: It's, } fine"]);
    expect(isMended(reply)).toEqual([true]);
  });
});

// https://github.com/nick-pape/grackle/issues/1484
describe("rings (BUG-C-04)", () => {
  const step = (id: string, ...dependsOn: string[]) => ({ id, title: id.toUpperCase(), dependsOn });
  const plan = (...steps: object[]) => JSON.stringify({ goal: "visit", steps });

  test("a step that waits for itself is refused with its path", () => {
    expect(read(plan(step("s1", "s1")))).toMatchObject({ ok: false, problem: "cycle", cycle: ["s1", "s1"] });
  });

  test("a long ring beside good steps is refused with its path", () => {
    const refused = read(plan(step("s1"), step("s2", "s4"), step("s3", "s2"), step("s4", "s3", "s1")));
    expect(refused).toMatchObject({ problem: "cycle", cycle: ["s2", "s4", "s3", "s2"] });
  });

  test("a ring in a revision is refused, and the steps done are kept", () => {
    const first = read(plan(step("s1"), step("s2", "s1")));
    const steps: PlannedStep[] = first.ok ? first.steps : [];
    const earlier = { steps, results: new Map([["s1", { state: "done", output: "x" } as const]]) };
    const options = { tools: [], finishReason: "stop", earlier } as const;
    const refused = readPlan(plan(step("s4", "s5"), step("s5", "s4", "s1")), options);
    expect(refused).toMatchObject({ ok: false, problem: "cycle", cycle: ["s4", "s5", "s4"] });
    expect(topologicalOrder(steps)).toEqual(["s1", "s2"]);
  });

  test("a second plan that writes the old ids again is refused too", () => {
    const first = read(plan(step("s1"), step("s2", "s1")));
    const steps: PlannedStep[] = first.ok ? first.steps : [];
    const earlier = { steps, results: new Map([["s1", { state: "done", output: "x" } as const]]) };
    const second = plan(step("s1"), step("s2", "s3"), step("s3", "s2"));
    expect(readPlan(second, { tools: [], finishReason: "stop", earlier })).toMatchObject({ ok: false });
  });
});
