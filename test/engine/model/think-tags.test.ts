// Reasoning in plain tags: what of a text is reasoning and what is answer, however the stream is cut.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assembly } from "../../../src/engine/model/assemble.ts";

function split(pieces: readonly string[]) {
  const reply = assembly();
  for (const content of pieces) reply.add({ choices: [{ delta: { content } }] });
  const { text, reasoning = "" } = reply.reply();
  expect(reply.reply()).toMatchObject({ text });
  return { text, reasoning };
}

const cases: [name: string, whole: string, text: string, reasoning: string][] = [
  ["at the start", "<think>so\nthen</think>\n\nIt is 3.", "It is 3.", "so\nthen"],
  ["by the longer name, in capitals", "<THINKING>so</Thinking>It is 3.", "It is 3.", "so"],
  ["behind white space", "\n  <think>so</think>It is 3.", "\n  It is 3.", "so"],
  ["twice", "<think>a</think>\n<think>b</think>It is 3.", "It is 3.", "ab"],
  ["on a line in the middle", "Thought: x\n<think>\na\n</think>\nAction: add", "Thought: x\n\nAction: add", "\na\n"],
  ["never closed", "<think>on and on <b", "", "on and on <b"],
  ["in another", "<think>a\n<think>b</think>c</think>It is 3.", "It is 3.", "a\nbc"],
  ["named within a line of itself", "<think>the <think> tag</think>It is 3.", "It is 3.", "the <think> tag"],
  ["opened twice and closed once", "<think>a\n<think>b</think>\nIt is 3.", "It is 3.", "a\nb"],
  ["that a template opened", "so\nthen\n</think>\n\nIt is 3.", "It is 3.", "so\nthen"],
];
const talk: [name: string, whole: string][] = [
  ["within a line", "Use the <think> tag and </think> for it."],
  ["in back-ticks", "Close it with `</think>`\nalways."],
  ["in a code fence", "```xml\n<think>\na\n</think>\n```\nDone."],
  ["in JSON", '{"thought":"\\n<think>a</think>","tool":"add"}'],
  ["of another name", "<thinker>a</thinker>\n<thi"],
];

describe("text in think tags", () => {
  test.each(cases)("%s is reasoning", (_name, whole, text, reasoning) => {
    expect(split([whole])).toEqual({ text, reasoning });
  });

  test.each(talk)("%s is talked about", (_name, whole) => {
    expect(split([whole])).toEqual({ text: whole, reasoning: "" });
  });

  test("is the same however the stream is cut", () => {
    const wholes = [...cases, ...talk].map(([, whole]) => whole);
    fc.assert(
      fc.property(fc.constantFrom(...wholes), fc.array(fc.nat(60), { maxLength: 12 }), (whole, cuts) => {
        const edges = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const pieces = edges.slice(1).map((edge, place) => whole.slice(edges[place], edge));
        const cut = split(pieces);
        expect({ text: cut.text.trimStart(), reasoning: cut.reasoning }).toEqual(
          ((one) => ({ ...one, text: one.text.trimStart() }))(split([whole])),
        );
      }),
    );
  });

  test("loses no letter of any text", () => {
    const part = fc.constantFrom("<think>", "</think>", "<thinking>", "\n", "```\n", " ", "<", "潮", "a", "<thi", "/");
    const letters = (text: string) => text.replace(/<\/?think(?:ing)?>|\s/g, "");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (pieces) => {
        const { text, reasoning } = split(pieces);
        const count = (all: string, letter: string) => all.split(letter).length - 1;
        for (const letter of "a潮`")
          expect(count(text + reasoning, letter)).toBe(count(letters(pieces.join("")), letter));
      }),
    );
  });

  test("is streamed as reasoning, and no part of a tag is shown", () => {
    const texts: string[] = [];
    const thoughts: string[] = [];
    const reply = assembly(
      (text) => texts.push(text),
      (text) => thoughts.push(text),
    );
    for (const content of ["<th", "ink>so ", "it </", "think>\n", "It is <", "3"]) {
      reply.add({ choices: [{ delta: { content } }] });
    }
    expect([texts, thoughts]).toEqual([
      ["It is ", "<3"],
      ["so ", "it "],
    ]);
  });
});

test("how fast a runtime worked is told with the reply", () => {
  const reply = assembly();
  reply.add({
    choices: [{ delta: { content: "x" }, finish_reason: "stop" }],
    timings: { prompt_n: 40, prompt_per_second: 21.456, predicted_n: 9, predicted_per_second: 12 },
  });
  expect(reply.reply().speed).toEqual({ inputTokensPerSecond: 21.46, outputTokensPerSecond: 12 });
});

test("no speed is told of a prompt that was wholly kept, and none that is no number", () => {
  const reply = assembly();
  reply.add({ choices: [], timings: { prompt_n: 0, prompt_per_second: 1e6, predicted_per_second: null } });
  expect(reply.reply()).not.toHaveProperty("speed");
});
