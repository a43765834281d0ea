// Loops as they are drawn: signs on cards and folds, the tag at the last, ties beside the cards, and the words for it.
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { loopRuleTexts } from "../../../src/ui/messages/en-loop-rules.ts";
import { right } from "../../../src/ui/graph/box.ts";
import { linesOf } from "../../../src/ui/graph/folds.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { levelOf, loopSigns } from "../../../src/ui/graph/loops.ts";
import { bracketOf, lineBox } from "../../../src/ui/graph/routes.ts";
import {
  isLoopRule,
  loopSaid,
  loopTag,
  ruleCure,
  ruleName,
  ruleThen,
  ruleWhy,
} from "../../../src/ui/parts/loop-words.ts";
import { close, open, runStart, stamp } from "../../fixtures/log.ts";

const turns = (...numbers: number[]): Fact[] =>
  numbers.flatMap((number) => [
    open(`1.${number}`, "iteration", `turn ${number}`),
    open(`1.${number}.1`, "model", "main"),
    close(`1.${number}.1`),
    open(`1.${number}.2`, "tool", "search", [`1.${number}.1`]),
    close(`1.${number}.2`),
    close(`1.${number}`),
  ]);
const nudge = (level: "nudge" | "stop", count: number, numbers: number[], rule = "same_call_error"): Fact => ({
  type: "nudge",
  span: "1",
  level,
  rule,
  count,
  spans: numbers.map((number) => `1.${number}.2`),
  text: "Take another way.",
});

function scene(facts: readonly Fact[], ...folded: string[]) {
  const view = graph.of(stamp([runStart("?"), open("1", "agent", "react"), ...facts]));
  const layout = createLayout();
  layout.advance(view);
  const folds = new Set(folded);
  const lines = linesOf(layout.routes, view, folds, layout.places).filter(({ edge }) => edge.kind === "repeats");
  return { view, layout, lines, signs: loopSigns(view, folds) };
}
const shown = ({ signs }: ReturnType<typeof scene>) =>
  [...signs].map(([id, { level, tag }]) => `${id} ${level}${tag ? ` ${loopTag(tag)}` : ""}`);

describe("signs", () => {
  const told = [...turns(1, 2, 3), nudge("nudge", 2, [2, 3])];
  const ended = [...told, ...turns(4), nudge("stop", 3, [2, 3, 4])];

  test("stand on the calls that were compared, with the tag at the last", () => {
    expect(shown(scene(told))).toEqual(["1.2.2 nudge", "1.3.2 nudge same error ×2"]);
  });

  test("grow with the streak, and become those of an end", () => {
    expect(shown(scene(ended))).toEqual(["1.2.2 stop", "1.3.2 stop", "1.4.2 stop same error ×3"]);
  });

  test("stand on the card into which a call is folded", () => {
    expect(shown(scene(ended, "1.4"))).toEqual(["1.2.2 stop", "1.3.2 stop", "1.4 stop same error ×3"]);
    expect(shown(scene(ended, "1"))).toEqual(["1 stop same error ×3"]);
  });

  test("tell a screen reader of every loop of a card, each once", () => {
    const facts = [...ended, nudge("nudge", 3, [3, 4], "no_progress")];
    const { signs } = scene(facts);
    expect(signs.get("1.4.2")?.words).toBe("Loop rule “same error”, 3 times. Loop rule “nothing found”, 3 times");
    expect(signs.get("1.4.2")).toMatchObject({ level: "stop", tag: { rule: "same_call_error" } });
  });

  test("of a node that the log does not hold are left out", () => {
    expect(shown(scene([...turns(1), nudge("nudge", 2, [1, 7])]))).toEqual(["1.1.2 nudge same error ×2"]);
  });
});

describe("ties", () => {
  test("go down at the right of the cards, beside what lies between", () => {
    const { lines, layout, view } = scene([...turns(1, 2, 3), nudge("stop", 3, [1, 2, 3])]);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const card = layout.places.get(line.edge.from);
      expect(card && lineBox(line).x >= right(card.face)).toBe(true);
      expect(levelOf(view, line.edge)).toBe("stop");
    }
  });

  test("end at the cards that stand for what is folded, and are gone inside one", () => {
    const facts = [...turns(1, 2, 3), nudge("nudge", 3, [1, 2, 3])];
    expect(scene(facts, "1.2").lines).toHaveLength(2);
    expect(scene(facts, "1").lines).toHaveLength(0);
  });

  test("run beneath calls that stand side by side, and never through a card", () => {
    const one = { x: 0, y: 0, width: 224, height: 74 };
    const beside = { ...one, x: 250 };
    const free = bracketOf(one, beside, () => false);
    expect(free && lineBox(free).y).toBeGreaterThanOrEqual(74);
    expect(bracketOf(one, beside, () => true)).toBeNull();
    expect(bracketOf(one, { ...one, x: 900, y: 400 }, () => false)).toBeNull();
  });
});

describe("words", () => {
  const rules = Object.keys(loopRuleTexts).flatMap((key) => (key.endsWith(".name") ? [key.slice(0, -5)] : []));

  test("name each rule, say why it fired and how to cure it", () => {
    expect(rules).toHaveLength(9);
    for (const rule of rules) {
      expect(isLoopRule(rule)).toBe(true);
      expect(ruleWhy({ rule, count: 12 }), rule).toContain("12");
      expect(ruleCure(rule).length, rule).toBeGreaterThan(20);
    }
    expect(new Set(rules.map(ruleName)).size).toBe(9);
  });

  test("say what followed: rounds are not ended like an agent", () => {
    expect(ruleThen({ rule: "cycle", level: "stop", count: 3 })).toContain("best answer");
    expect(ruleThen({ rule: "same_plan", level: "stop", count: 2 })).toContain("rounds");
    expect(ruleThen({ rule: "cycle", count: 3 })).toContain("told");
  });

  test("of a rule that a later version knows are its own name", () => {
    const rule = "__proto__";
    expect([ruleName(rule), ruleWhy({ rule, count: 2 }), ruleCure(rule)]).toEqual([rule, "", ""]);
    expect(loopSaid({ rule, count: 2 })).toBe("Loop rule “__proto__”, 2 times");
  });
});
