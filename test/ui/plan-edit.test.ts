// Editing a plan by hand: what needs what survives every change.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlanItem } from "../../src/engine/index.ts";
import {
  behindBegun,
  isWhole,
  moved,
  needsText,
  readNeeds,
  withChange,
  withNew,
  without,
} from "../../src/ui/parts/plan-edit.ts";
import { itemName } from "../../src/ui/parts/plan-words.ts";

const item = (id: string, ...dependsOn: string[]): PlanItem => ({ id, description: id, dependsOn, state: "todo" });
const plan = [item("1"), item("2", "1"), item("3", "1", "2")];
const ids = (items: readonly PlanItem[]) => items.map(({ id }) => id);

describe("steps", () => {
  test("that are added have an id of their own, in the manner of the others", () => {
    expect(ids(withNew(plan))).toEqual(["1", "2", "3", "4"]);
    expect(ids(withNew([item("step1"), item("step3"), item("step2")]))).toEqual(["step1", "step3", "step2", "step4"]);
    expect(ids(withNew([item("4"), item("2")]))).toEqual(["4", "2", "3"]);
    expect(ids(withNew([item("finance")]))).toEqual(["finance", "2"]);
    expect(ids(withNew([]))).toEqual(["1"]);
    expect(ids(withNew(without(plan, "3"), plan))).toEqual(["1", "2", "4"]);
  });

  test("that are added say as much as the others: a notebook's have names and need nothing", () => {
    expect(withNew(plan).at(-1)).toEqual({ id: "4", description: "", tool: null, dependsOn: [], state: "todo" });
    const notebook: PlanItem[] = [{ id: "0", name: "add", description: "add up", state: "todo" }];
    const longer = withNew(notebook);
    expect(longer.at(-1)).toEqual({ id: "2", name: "", description: "", state: "todo" });
    expect(isWhole(withChange(longer, "2", { description: "check" }))).toBe(false);
    expect(isWhole(withChange(longer, "2", { description: "check", name: "check" }))).toBe(true);
  });

  test("that are deleted are needed by none any more", () => {
    const left = without(plan, "1");
    expect(left.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ["2", []],
      ["3", ["2"]],
    ]);
    expect(plan[1]?.dependsOn).toEqual(["1"]);
  });

  test("move up and down, and stay at either end", () => {
    expect(ids(moved(plan, "3", -1))).toEqual(["1", "3", "2"]);
    expect(ids(moved(plan, "1", -1))).toEqual(["1", "2", "3"]);
    expect(ids(moved(plan, "3", 1))).toEqual(["1", "2", "3"]);
    expect(ids(moved(plan, "nothing", 1))).toEqual(["1", "2", "3"]);
  });

  test("take other words", () => {
    expect(withChange(plan, "2", { description: "two" }).map(({ description }) => description)).toEqual([
      "1",
      "two",
      "3",
    ]);
  });
});

describe("what a step needs", () => {
  test("is told by place, which is not the id", () => {
    const turned = moved(plan, "3", -2);
    expect(ids(turned)).toEqual(["3", "1", "2"]);
    expect(needsText(turned, turned[0] as PlanItem)).toBe("2, 3");
    expect(readNeeds(turned, "3", "2, 3")).toEqual(["1", "2"]);
  });

  test("is read as people type it; itself, twice the same and what is not there are left out", () => {
    expect(readNeeds(plan, "3", " 1;2 ,2")).toEqual(["1", "2"]);
    expect(readNeeds(plan, "3", "3, 7, 0, x")).toEqual([]);
    expect(readNeeds([item("finance"), item("writer")], "writer", "finance")).toEqual(["finance"]);
    expect(readNeeds(plan, "3", "")).toEqual([]);
  });

  test("is the same after it was written down and read", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 9 }),
        (order, own) => {
          const items = order.map((number) => item(`s${number}`));
          const id = `s${own}`;
          const one = item(id, ...ids(items).filter((other) => other !== id));
          expect(readNeeds(items, id, needsText(items, one))).toEqual(one.dependsOn);
        },
      ),
    );
  });
});

test("a plan can be handed in when it has steps and each says what is to be done", () => {
  expect(isWhole(plan)).toBe(true);
  expect(isWhole(withNew(plan))).toBe(false);
  expect(isWhole([])).toBe(false);
});

test("an item is named by its name, else by its place, else by its id", () => {
  expect(itemName([{ ...item("a"), name: "finance" }, item("b")], "a")).toBe("finance");
  expect(itemName([item("a"), item("b")], "b")).toBe("2");
  expect(itemName([], "gone")).toBe("gone");
});

test("an edited plan stands behind what has begun meanwhile, which stays as it is", () => {
  const now: PlanItem[] = [item("1"), item("2", "1"), item("3", "1", "2")].map((each, index) => ({
    ...each,
    state: index === 0 ? "done" : index === 1 ? "in_progress" : "todo",
  }));
  const edited = [{ ...item("2"), description: "else" }, item("4"), item("3")];
  expect(behindBegun(edited, now)).toEqual([now[0], now[1], item("4"), item("3")]);
});
