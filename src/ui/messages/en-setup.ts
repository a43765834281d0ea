// Texts of the set-up that only some patterns need, in English: loaded with their parts.
import type { Role } from "../../engine/index.ts";
import { part } from "./text.ts";

const models = {
  "role.main.model": "Model",
  "role.planner.model": "Planner model",
  "role.executor.model": "Executor model",
  "role.reviewer.model": "Reviewer model",
} as const satisfies Record<`role.${Role}.model`, string>;

const roles = {
  "role.main": "Main agent",
  "role.planner": "Planner",
  "role.executor": "Executor",
  "role.reviewer": "Reviewer",
} as const satisfies Record<`role.${Role}`, string>;

const temperatures = {
  "role.main.temperature": "Temperature",
  "role.planner.temperature": "Planner temperature",
  "role.executor.temperature": "Executor temperature",
  "role.reviewer.temperature": "Reviewer temperature",
} as const satisfies Record<`role.${Role}.temperature`, string>;

const names = {
  "role.main.name": "Agent name",
  "role.planner.name": "Planner name",
  "role.executor.name": "Executor name",
  "role.reviewer.name": "Reviewer name",
} as const satisfies Record<`role.${Role}.name`, string>;

const systemTexts = {
  "role.main.text": "System text",
  "role.planner.text": "Planner system text",
  "role.executor.text": "Executor system text",
  "role.reviewer.text": "Reviewer system text",
} as const satisfies Record<`role.${Role}.text`, string>;

/** For what a part of the page needs beyond `en.ts`: filled in by `textsOf`. */
export const setupTexts = {
  [part]: "setup",
  ...models,
  ...roles,
  ...temperatures,
  ...names,
  ...systemTexts,
  "role.temperature": "Temperature",
  "role.name": "Name",
  "role.text": "System text",
  "role.text.placeholder": "Added to what the pattern tells it",
  "role.same": "Same as Model",
  "temperature.hint": "0 repeats itself, higher varies more. Left out where a model takes none.",
  "temperature.problem": "It must be from 0 to {most}. {previous} still holds.",

  "team.label": "Team",
  "team.hint": "Each works on its part at the same time as the others, unless it needs what they find.",
  "team.reset": "Default team",
  "team.member": "Agent {number}",
  "team.name": "Agent {number}: name",
  "team.role": "Agent {number}: what it does",
  "team.role.placeholder": "What is it good at? It and the coordinator are told this.",
  "team.tools": "Tools of {name}",
  "team.tools.all": "All tools",
  "team.tools.none": "No tools",
  "team.tools.some": "{on} of {all} tools",
  "team.tools.off": "Switched off for all, under Tools",
  "team.add": "Add an agent",
  "team.full": "A team has at most {most} agents.",
  "team.remove": "Remove {name}",
  "team.last": "A team needs one agent.",
  "team.removed": "{name} was removed.",
  "team.was-reset": "This is the default team again.",
  "team.undo": "Undo",
  "team.new": "agent-{number}",
  "team.problem.unnamed": "Give it a name: its part of the task is handed to it by name.",
  "team.problem.twin": "Another one is called “{name}”. Rename one of them: nobody could tell them apart.",
} as const;
