// How the items of a plan are named, and the sign of each state.
import type { PlanItem, PlanItemState } from "../../engine/index.ts";
import type { IconName } from "./Icon.svelte";

export const stateIcons: Record<PlanItemState, IconName> = {
  todo: "ring",
  in_progress: "dot",
  done: "check",
  failed: "cross",
  skipped: "skip",
  abandoned: "minus",
  stopped: "stop",
};

/** What stands for an item where others speak of it: its name, else its place in the plan. */
export function itemName(items: readonly Pick<PlanItem, "id" | "name">[], id: string): string {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? id : (items[at]?.name ?? String(at + 1));
}
