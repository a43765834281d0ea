// Editing a plan by hand: every change gives a new list and keeps what needs what in order.
import type { PlanItem } from "../../engine/index.ts";

/**
 * Adds an item at the end; it says as much as the others do.
 *
 * @param original the plan before it was edited: an id of it that was deleted does not come back for something else
 */
export function withNew(items: readonly PlanItem[], original: readonly PlanItem[] = []): PlanItem[] {
  const taken = new Set([...items, ...original].map(({ id }) => id));
  let number = items.length + 1;
  // Ids that are numbers are told to the model as such; others get the same beginning.
  const start = /^(.*?)\d+$/u.exec(items.at(-1)?.id ?? "")?.[1] ?? "";
  while (taken.has(`${start}${number}`)) number++;
  const added: PlanItem = { id: `${start}${number}`, description: "", state: "todo" };
  if (hasNames(items)) added.name = "";
  return [...items, hasNeeds(items) ? { ...added, tool: null, dependsOn: [] } : added];
}

/** Whether the items have names of their own; whether they say what they need. A notebook's sub-tasks simply follow each other. */
export const hasNames = (items: readonly PlanItem[]): boolean => items.some(({ name }) => name !== undefined);
export const hasNeeds = (items: readonly PlanItem[]): boolean => items.some(({ dependsOn }) => dependsOn !== undefined);

/** Takes an item out; nothing needs it any more. */
export function without(items: readonly PlanItem[], id: string): PlanItem[] {
  return items
    .filter((item) => item.id !== id)
    .map((item) => ({ ...item, ...(item.dependsOn && { dependsOn: item.dependsOn.filter((other) => other !== id) }) }));
}

/** Moves an item by places; at either end it stays. */
export function moved(items: readonly PlanItem[], id: string, by: number): PlanItem[] {
  const from = items.findIndex((item) => item.id === id);
  const to = Math.min(items.length - 1, Math.max(0, from + by));
  const item = items[from];
  if (!item) return [...items];
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** The items with one of them in other words. */
export function withChange(items: readonly PlanItem[], id: string, change: Partial<PlanItem>): PlanItem[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}

/** What an item needs, as its places in the plan: "1, 3". An id that is no item's stands as it is. */
export function needsText(items: readonly PlanItem[], { dependsOn = [] }: PlanItem): string {
  return dependsOn
    .map((id) => {
      const at = items.findIndex((item) => item.id === id);
      return at < 0 ? id : String(at + 1);
    })
    .join(", ");
}

/** Reads "1, 3" back: places of other items; what is no such place is left out. */
export function readNeeds(items: readonly PlanItem[], id: string, typed: string): string[] {
  const ids = typed.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => {
    const found = /^\d+$/u.test(word) ? items[Number(word) - 1] : items.find((item) => item.id === word);
    return found && found.id !== id ? [found.id] : [];
  });
  return [...new Set(ids)];
}

/** Whether it can be handed in: there are steps, and all of them say what is to be done. */
export const isWhole = (items: readonly PlanItem[]): boolean =>
  items.length > 0 && items.every(({ name, description }) => description.trim() !== "" && name?.trim() !== "");

/** Whether work on it has begun: from then on it stays as it is. */
export const hasBegun = ({ state }: Pick<PlanItem, "state">): boolean => state !== "todo";

/** The items as they were edited, behind those that have begun meanwhile as they are now. */
export function behindBegun(edited: readonly PlanItem[], now: readonly PlanItem[]): PlanItem[] {
  const begun = now.filter(hasBegun);
  const ids = new Set(begun.map(({ id }) => id));
  return [...begun, ...edited.filter(({ id }) => !ids.has(id))];
}
