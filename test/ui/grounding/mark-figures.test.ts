// Figures of an answer found again in its text without Markdown.
import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresIn } from "../../../src/engine/derive/figures.ts";
import { placesIn } from "../../../src/ui/grounding/mark-figures.ts";

const found = (answer: string, whole: string) =>
  placesIn(whole, answer, figuresIn(answer, { as: "answer" })).map(({ at, figure }) => [figure.text, at]);

test("a figure is found behind signs and list numbers that Markdown takes out", () => {
  const answer = "1. **Trend.** It rose by `12 %`\n2. *Risk*: 12 of 128.82";
  const whole = "Trend. It rose by 12 %\nRisk: 12 of 128.82";
  expect(found(answer, whole)).toEqual([
    ["12 %", whole.indexOf("12 %")],
    ["12", whole.indexOf("12 of")],
    ["128.82", whole.indexOf("128.82")],
  ]);
});

test("a figure is not found inside a longer one", () => {
  expect(found("It is 12.", "3.12, 128, 12.5, 1,12 and 12.")).toEqual([["12", 26]]);
});

test("of the same figure twice, the one with the same words before it counts", () => {
  const answer = "see [step 3](https://a.example/3) and then bought 3 shares";
  expect(found(answer, "see step 3 and then bought 3 shares")).toEqual([["3", 27]]);
});

test("what is not there is left out, and what follows is still found", () => {
  expect(placesIn("only 7", "5 and 7", figuresIn("5 and 7", { as: "answer" })).map(({ at }) => at)).toEqual([5]);
});

test("in a text without Markdown every figure is found where it stands", () => {
  const piece = fc.constantFrom("12", "3.5 %", " ", "a ", "rose to ", "1,234", "\n", ". ", "2007", "万", "-5");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      const figures = figuresIn(text, { as: "answer" });
      const places = placesIn(text, text, figures);
      for (const { at, figure } of places) expect(text.slice(at, at + figure.text.length)).toBe(figure.text);
      // Places rise, so none is marked twice.
      for (let at = 1; at < places.length; at++) expect((places[at]?.at ?? 0) > (places[at - 1]?.at ?? 0)).toBe(true);
    }),
  );
});
