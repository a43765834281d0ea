// How the items of a plan are named.
import type { PlanItem } from "../../engine/index.ts";

/** What stands for an item where others speak of it: its name, else its place in the plan. */
export function itemName(items: readonly Pick<PlanItem, "id" | "name">[], id: string): string {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? id : (items[at]?.name ?? String(at + 1));
}
