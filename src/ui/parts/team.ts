// What a person changes of a team of agents, and what is wrong with it.
import type { TeamMember } from "../../engine/index.ts";

/** Whether a value that was kept in the browser is a team. */
export function isTeam(value: unknown): value is TeamMember[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMember);
}

function isMember(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, role, tools } = value as Record<string, unknown>;
  const areTools = tools === null || (Array.isArray(tools) && tools.every((tool) => typeof tool === "string"));
  return typeof name === "string" && typeof role === "string" && areTools;
}

// Models fold case and spaces when they name an agent, so names that differ only there are one name.
const fold = (name: string) => name.trim().toLowerCase();

/** Why an agent cannot be told from the others. Of two twins both are told: either may be the one to rename. */
export function problemIn(team: readonly TeamMember[], index: number): "unnamed" | "twin" | null {
  const name = fold(team[index]?.name ?? "");
  if (name === "") return "unnamed";
  return team.some((other, at) => at !== index && fold(other.name) === name) ? "twin" : null;
}

/** The team with one agent more, under the first name that is free. */
export function withNew(team: readonly TeamMember[], nameOf: (number: number) => string): TeamMember[] {
  const taken = new Set(team.map(({ name }) => fold(name)));
  let number = team.length + 1;
  while (taken.has(fold(nameOf(number)))) number++;
  return [...team, { name: nameOf(number), role: "", tools: null }];
}

/**
 * An agent's tools with one more or one less. null stands for all of the run's, those that come later too: who has every one of
 * `all` has them all.
 */
export function withTool(
  tools: readonly string[] | null,
  name: string,
  isOn: boolean,
  all: readonly string[],
): string[] | null {
  const without = (tools ?? all).filter((other) => other !== name);
  const next = isOn ? [...without, name] : without;
  return all.every((tool) => next.includes(tool)) ? null : next;
}
