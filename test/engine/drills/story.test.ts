// The story of 47 model and 120 tool calls: what it comes to under each pattern, with and without loop rules.
import { beforeAll, describe, expect, test } from "vitest";
import { warmUp } from "./runs.ts";
import { raised, storyPatterns, tellStory } from "./story.ts";

beforeAll(warmUp);

describe.for(storyPatterns)("the story under %s", (pattern) => {
  test.for([true, false])(
    "ends before 47 model and 120 tool calls under the default limits, loop rules %s",
    async (rules) => {
      const { modelCalls, toolCalls, usd } = await tellStory(pattern, rules);
      expect(modelCalls).toBeLessThan(47);
      expect(toolCalls).toBeLessThan(120);
      expect(usd).toBeLessThanOrEqual(0.5);
    },
  );
});

test("the loop rules end the story's agent early, and name the loop", async () => {
  for (const pattern of ["react", "plan-notebook"]) {
    const [on, off] = [await tellStory(pattern, true), await tellStory(pattern, false)];
    expect(on.ending, pattern).toBe("loop little_new");
    expect(on.usd, pattern).toBeLessThan(off.usd / 3);
  }
});

test("without loop rules and with its limits raised, the agent gets to 47 model and 120 tool calls", async () => {
  const { modelCalls, toolCalls, ending } = await tellStory("react", false, raised);
  // One of them is the closing call.
  expect(modelCalls).toBe(48);
  expect(toolCalls).toBe(120);
  expect(ending).toBe("limit toolCalls");
});
