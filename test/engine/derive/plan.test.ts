// The plan of a run as a view: revisions, and how far each item is.
import { describe, expect, test } from "vitest";
import { plan, type PlanView } from "../../../src/engine/derive/plan.ts";
import type { Fact, FactOf, PlanItem } from "../../../src/engine/events.ts";
import { call, close, open, reply, runStart, stamp } from "../../fixtures/log.ts";

const planOf = (facts: readonly Fact[]): PlanView => plan.of(stamp([runStart("?"), open("1", "agent", "p"), ...facts]));
const item = (id: string, dependsOn: string[] = [], more: Partial<PlanItem> = {}): PlanItem => ({
  id,
  description: `do ${id}`,
  dependsOn,
  state: "todo",
  ...more,
});
const planned = (items: PlanItem[], more: Partial<FactOf<"plan">> = {}): Fact => ({
  type: "plan",
  span: "1.1",
  revision: 0,
  by: "model",
  why: "",
  items,
  ...more,
});
const work = (span: string, id: string, kind: "step" | "agent" = "step"): Fact => ({
  ...(open(span, kind, id) as FactOf<"span.start">),
  item: id,
});
const standing = (view: PlanView) => view.items.map(({ id, state, result }) => `${id} ${state}: ${result ?? "–"}`);

const planning = (...items: PlanItem[]): Fact[] => [
  open("1.1", "plan", "plan"),
  open("1.1.1", "model", "planner"),
  reply("1.1.1", "[…]"),
  close("1.1.1"),
  planned(items),
  close("1.1"),
];

describe("items", () => {
  test("go from todo to in progress to done with what their tool gave", () => {
    const facts = planning(item("a"), item("b", ["a"]));
    expect(standing(planOf(facts))).toEqual(["a todo: –", "b todo: –"]);
    facts.push(work("1.2", "a"), open("1.2.1", "tool", "calculator"), call("1.2.1", "calculator", {}));
    expect(standing(planOf(facts))).toEqual(["a in_progress: –", "b todo: –"]);
    facts.push({ type: "observation", span: "1.2.1", output: { sum: 50 } }, close("1.2.1"), close("1.2"));
    const view = planOf(facts);
    expect(standing(view)).toEqual(["a done: sum: 50", "b todo: –"]);
    expect(view.items.map((one) => one.work)).toEqual(["1.2", null]);
  });

  test("of agents show the entry on the blackboard rather than the replies before it", () => {
    const view = planOf([
      ...planning(item("finance")),
      work("1.2", "finance", "agent"),
      open("1.2.1", "iteration", "turn 1"),
      open("1.2.1.1", "model", "executor"),
      reply("1.2.1.1", "I look.", "search"),
      reply("1.2.1.1", "Margins rose."),
      { type: "board.write", span: "1.2", key: "finance", version: 1, author: "finance", text: "Margins: 34 %." },
      close("1.2"),
    ]);
    expect(standing(view)).toEqual(["finance done: Margins: 34 %."]);
  });

  test("fail and are skipped with their reason, and are stopped with the run", () => {
    const view = planOf([
      ...planning(item("a"), item("b", ["a"]), item("c")),
      work("1.2", "a"),
      work("1.3", "c"),
      { type: "span.end", span: "1.2", status: "failed", failure: { code: "timeout", message: "No reply in 30 s." } },
      work("1.4", "b"),
      { type: "span.end", span: "1.4", status: "skipped", failure: { code: "tool-failed", message: "a failed." } },
      close("1.3", "stopped"),
    ]);
    expect(standing(view)).toEqual(["a failed: No reply in 30 s.", "b skipped: a failed.", "c stopped: –"]);
  });

  test("believe plan.step more than the end of a span", () => {
    const facts: Fact[] = [
      ...planning(item("a")),
      work("1.2", "a"),
      { type: "plan.step", span: "1.2", item: "a", state: "failed", outcome: "The numbers differ." },
      close("1.2"),
    ];
    expect(standing(planOf(facts))).toEqual(["a failed: The numbers differ."]);
  });
});

describe("revisions", () => {
  test("say what was added, changed and dropped, and which call wrote them", () => {
    const view = planOf([
      ...planning(item("a"), item("b"), item("c")),
      open("1.2", "plan", "revision 1"),
      open("1.2.1", "model", "planner"),
      open("1.2.2", "model", "planner"),
      planned([item("a"), item("b", ["a"], { tool: "calculator" }), item("d")], {
        span: "1.2",
        revision: 1,
        why: "c is of no use",
      }),
      planned([item("a")], { span: "1", revision: 2, by: "person" }),
    ]);
    expect(
      view.revisions.map(({ event, writer, added, changed, dropped }) => ({
        why: event.why,
        writer,
        added,
        changed,
        dropped: dropped.map(({ id }) => id),
      })),
    ).toEqual([
      { why: "", writer: "1.1.1", added: ["a", "b", "c"], changed: [], dropped: [] },
      { why: "c is of no use", writer: "1.2.2", added: ["d"], changed: ["b"], dropped: ["c"] },
      { why: "", writer: null, added: [], changed: [], dropped: ["b", "d"] },
    ]);
  });

  test("keep what was done, take states from the plan, and do not wait for words in another order", () => {
    const first = item("a", [], { expected: "a number" });
    const { id, description, dependsOn, expected } = first;
    const view = planOf([
      ...planning(first, item("b")),
      work("1.2", "a"),
      { type: "observation", span: "1.2", output: 7 },
      close("1.2"),
      planned(
        [
          { expected: expected ?? "", state: "done", dependsOn: dependsOn ?? [], description, id },
          item("b"),
          item("c"),
        ],
        {
          revision: 1,
        },
      ),
    ]);
    expect(standing(view)).toEqual(["a done: 7", "b todo: –", "c todo: –"]);
    expect(view.revisions.at(-1)).toMatchObject({ added: ["c"], changed: [], progressOnly: false });
  });

  test("of a new round begin anew, although their ids were there before", () => {
    const view = planOf([
      ...planning(item("a")),
      work("1.2", "a"),
      { type: "observation", span: "1.2", output: 7 },
      close("1.2"),
      planned([item("a")], { revision: 1 }),
    ]);
    expect(standing(view)).toEqual(["a todo: –"]);
    expect(view.items[0]?.work).toBeNull();
  });

  test("that only tell progress are marked, a first plan and a plan said again are not", () => {
    const states = (...all: PlanItem["state"][]) => all.map((state, at) => item(`s${at}`, [], { state }));
    const view = planOf([
      planned(states("todo", "todo")),
      planned(states("in_progress", "todo"), { revision: 1 }),
      planned(states("done", "todo"), { revision: 2 }),
      planned(states("done", "todo"), { revision: 3, by: "person" }),
      planned(states("done", "todo").reverse(), { revision: 4 }),
      planned(states("done", "todo").reverse(), { revision: 5 }),
      planned(states("todo", "todo").reverse(), { revision: 0 }),
    ]);
    expect(view.revisions.map(({ progressOnly }) => progressOnly)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test("that a tool tells were written by the call that asked for the tool", () => {
    const view = planOf([
      open("1.1", "iteration", "turn 1"),
      open("1.1.1", "model", "main"),
      open("1.1.2", "tool", "create_plan", ["1.1.1"]),
      planned([item("0")], { span: "1.1.2" }),
      planned([item("1")], { span: "9.9", revision: 1 }),
      open("1.2", "iteration", "turn 2"),
      open("1.2.1", "model", "main"),
      planned([item("2")], { span: "1", revision: 2 }),
    ]);
    expect(view.revisions.map(({ writer }) => writer)).toEqual(["1.1.1", null, "1.2.1"]);
  });

  test("that come while a step runs leave it running", () => {
    const view = planOf([...planning(item("a")), work("1.2", "a"), planned([item("a"), item("b")], { revision: 1 })]);
    expect(standing(view)).toEqual(["a in_progress: –", "b todo: –"]);
  });
});

describe("strange logs", () => {
  test("work that comes before the plan that names it counts for it", () => {
    const step = [work("1.2", "a"), { type: "observation", span: "1.2", output: 7 } as Fact, close("1.2")];
    expect(standing(planOf([...step, ...planning(item("a"))]))).toEqual(["a done: 7"]);
    expect(standing(planOf([close("1.2"), ...planning(item("a")), work("1.2", "a")]))).toEqual(["a in_progress: –"]);
  });

  test("spans that lie in each other in a ring are borne", () => {
    const view = planOf([
      open("a", "iteration", "a", [], "b"),
      open("b", "iteration", "b", [], "a"),
      open("c", "model", "main", [], "b"),
      planned([item("x")], { span: "a" }),
    ]);
    expect(view.revisions[0]?.writer).toBe("c");
  });

  test("an id that comes twice stands for the first, and one that no plan holds is left out", () => {
    const view = planOf([
      ...planning(item("a"), item("a", [], { description: "another" }), item("__proto__")),
      { type: "plan.step", span: "1", item: "nothing", state: "done" },
      { type: "plan.step", span: "1", item: "__proto__", state: "done" },
    ]);
    expect(view.items.map(({ id, description, state }) => [id, description, state])).toEqual([
      ["a", "do a", "todo"],
      ["__proto__", "do __proto__", "done"],
    ]);
  });

  test("a run without a plan has no items and no revisions", () => {
    const view = planOf([open("1.1", "model", "main"), reply("1.1", "Hello"), close("1.1")]);
    expect([view.items, view.revisions]).toEqual([[], []]);
  });

  test("the same view comes from every first part of a log, event by event or at once", () => {
    const log = stamp([...planning(item("a"), item("b", ["a"])), work("1.2", "a"), close("1.2"), work("1.3", "b")]);
    let view = plan.start();
    for (const [index, event] of log.entries()) {
      view = plan.add(view, event);
      expect(standing(view)).toEqual(standing(plan.of(log.slice(0, index + 1))));
    }
  });
});
