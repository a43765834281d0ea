// How freely each role's model writes, where a person says nothing else.
import type { Role } from "./events.ts";

/** Plans may vary a little; what carries them out and what judges them should not. */
export const defaultTemperatures: Readonly<Record<Role, number>> = {
  main: 0.3,
  planner: 0.3,
  executor: 0.1,
  reviewer: 0,
};
