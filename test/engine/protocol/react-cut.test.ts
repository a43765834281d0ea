// Cutting a stream where the model begins to write an observation of its own.
import { describe, expect, test } from "vitest";
import { createObservationCut } from "../../../src/engine/protocol/react-cut.ts";
import { stopLabels } from "../../../src/engine/protocol/react-text.ts";

describe("cutting a stream", () => {
  const inPieces = (text: string, size: number): number | null => {
    const cut = createObservationCut();
    for (let end = size; ; end += size) {
      const found = cut(text.slice(0, end));
      if (found !== null || end >= text.length) return found;
    }
  };

  test.each<[string, string, string | null]>([
    [
      "at a made-up observation",
      'Action: calc\nAction Input: {"expression": "1"}\n**Observation:** 2\nFinal',
      "**Observation:** 2",
    ],
    ["at a Chinese one", "行动：calc\n行动输入：1\n观察：2", "观察：2"],
    ["at one before any directive", "Thought: x\nObservation: 2", "Observation: 2"],
    [
      "not inside a JSON string",
      'Action: write_file\nAction Input: {"path": "a", "content": "x\nObservation: 2\n',
      null,
    ],
    [
      "after a JSON string that holds one",
      'Action: write_file\nAction Input: {"content": "\nObservation: 2"}\nObservation: 3',
      "Observation: 3",
    ],
    ["not inside an answer", "Final Answer: a\nObservation: of the sky", null],
    ["not inside a draft", "<think>\nObservation: 2\n", null],
    ["not in the middle of a line", "Thought: Observation: 2\nThe observation: 3", null],
  ])("%s", (_, text, from) => {
    for (const size of [1, 3, 7, 1_000])
      expect(inPieces(text, size)).toBe(from === null ? null : text.lastIndexOf(from));
    expect(createObservationCut()(text)).toBe(from === null ? null : text.lastIndexOf(from));
  });

  test("a new reply starts afresh", () => {
    const cut = createObservationCut();
    expect(cut("Final Answer: a\nObservation: b")).toBeNull();
    expect(cut("Action: calc\nAction Input: 1\nObservation: 1")).toBe(29);
  });

  test("the stop labels are at most the four that providers take", () => {
    expect(stopLabels).toEqual(["\nObservation:", "\n观察：", "\n观察:"]);
  });
});
