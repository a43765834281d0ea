// ReAct with native tool calls, and which tool a name means.
import { describe, expect, test } from "vitest";
import type { ModelReply, ToolSpec } from "../../../src/engine/model/model.ts";
import { reactToolsPrompt, readReactTools } from "../../../src/engine/protocol/react-tools.ts";
import { matchTool, meansNoTool } from "../../../src/engine/protocol/tool-names.ts";

const tools: ToolSpec[] = ["get_weather", "calc", "Calc", "find-orders", "查询库存"].map((name) => ({
  name,
  description: "",
  parameters: { type: "object" },
}));
const reply = (text: string, names: string[] = [], finishReason: ModelReply["finishReason"] = "stop"): ModelReply => ({
  text,
  toolCalls: names.map((name, index) => ({ id: `id${index}`, name, arguments: "{'a': 1" })),
  finishReason,
});
const read = (one: ModelReply) => readReactTools(one, { tools, language: "en" });

describe("a reply with native calls", () => {
  test("text beside calls is thought; ids and arguments stay as written, also of unknown tools", () => {
    expect(read(reply(" Let me see. ", ["functions.Get Weather:0", "nope"], "tool_calls"))).toEqual({
      kind: "calls",
      thought: "Let me see.",
      calls: [
        { id: "id0", name: "get_weather", arguments: "{'a': 1" },
        { id: "id1", name: "nope", arguments: "{'a': 1" },
      ],
    });
  });

  test("calls of a reply that was cut off are marked", () => {
    expect(read(reply("", ["calc"], "length"))).toMatchObject({ kind: "calls", cutOff: true });
  });

  test("no calls: the text is the answer, without drafts and template tokens, but with its fence", () => {
    expect(read(reply("It is sunny."))).toEqual({ kind: "answer", thought: "", answer: "It is sunny." });
    expect(read(reply("<think>hm</think>\n\nSunny.<|im_end|>"))).toMatchObject({ answer: "Sunny." });
    expect(read(reply("```js\na < b\n```"))).toMatchObject({ answer: "```js\na < b\n```" });
  });

  test("neither text nor calls is malformed, also where only a draft was written", () => {
    for (const text of ["", " \n", "<think>a</think>", "<think>never closed"]) {
      expect(read(reply(text))).toMatchObject({ kind: "malformed", reason: "empty" });
    }
    expect(readReactTools(reply(""), { tools, language: "zh" })).toMatchObject({
      feedback: expect.stringContaining("没有内容") as string,
    });
  });

  test("the prompt is in the run's language", () => {
    expect(reactToolsPrompt("en")).toContain("final answer");
    expect(reactToolsPrompt("zh")).toContain("最终答案");
  });
});

describe("a tool's name", () => {
  test.each<[string, string | undefined]>([
    ["calc", "calc"],
    ["Calc", "Calc"],
    ["CALC", undefined],
    ["**get_weather**", "get_weather"],
    ["`GetWeather`", "get_weather"],
    ["find orders.", "find-orders"],
    ["find_orders（先查一下）", "find-orders"],
    ["「查询库存」", "查询库存"],
    ["get_weathers", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ])("%s means %s", (name, expected) => {
    expect(matchTool(name, tools)?.name).toBe(expected);
  });

  test("None and the like mean none", () => {
    for (const name of ["None", "n/a", "NULL.", "无", "不需要", "No action needed", "(none)"]) {
      expect(meansNoTool(name), name).toBe(true);
    }
    for (const name of ["calc", "nonesuch", ""]) expect(meansNoTool(name), name).toBe(false);
  });
});
