// What a person changes of a team of agents.
import { expect, test } from "vitest";
import { defaultTeam, type TeamMember } from "../../src/engine/index.ts";
import { isTeam, problemIn, withNew, withTool } from "../../src/ui/parts/team.ts";

const agent = (name: string, tools: string[] | null = null): TeamMember => ({ name, role: "", tools });

test("the engine's own teams are teams, and whatever else was kept is not", () => {
  expect([isTeam(defaultTeam.en), isTeam(defaultTeam.zh), isTeam([agent("a", ["calculator"])])]).toEqual([
    true,
    true,
    true,
  ]);
  const others = [null, undefined, [], "team", [null], [{ name: "a" }], [{ name: 1, role: "", tools: null }]];
  expect([...others, [{ ...agent("a"), tools: [1] }]].filter(isTeam)).toEqual([]);
});

test("two agents of one name are both told, also where only case or spaces differ", () => {
  const team = [agent("finance"), agent("news"), agent(" Finance ")];
  expect(team.map((_, index) => problemIn(team, index))).toEqual(["twin", null, "twin"]);
});

test("an agent without a name is told, and is no twin of another one without", () => {
  const team = [agent(""), agent("  ")];
  expect(team.map((_, index) => problemIn(team, index))).toEqual(["unnamed", "unnamed"]);
});

test("a new agent gets the first name that is free, and all tools", () => {
  const nameOf = (number: number) => `agent-${number}`;
  expect(withNew([agent("a"), agent("Agent-3")], nameOf).at(-1)).toEqual(agent("agent-4"));
});

test("every tool there is means all tools, those that come later too", () => {
  const all = ["calculator", "read_file"];
  expect(withTool(null, "read_file", false, all)).toEqual(["calculator"]);
  expect(withTool(["calculator"], "calculator", false, all)).toEqual([]);
  expect(withTool([], "read_file", true, all)).toEqual(["read_file"]);
  expect(withTool(["calculator"], "read_file", true, all)).toBeNull();
});

test("a tool that is gone stays with an agent until it is taken off", () => {
  const all = ["calculator", "read_file"];
  expect(withTool(["gone"], "calculator", true, all)).toEqual(["gone", "calculator"]);
  expect(withTool(["gone", "calculator"], "gone", false, all)).toEqual(["calculator"]);
});
