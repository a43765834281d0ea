// Tool calls that arrive in parts: which part belongs to which call, in every dialect met so far.
import { isRecord, parsed, wellFormedJson } from "./json.ts";
import type { ToolCall } from "./model.ts";

interface Slot {
  id: string;
  name: string;
  /** arguments as text, joined */
  text: string;
  /** arguments that came as a value; the last one stands */
  value?: unknown;
}

interface Part {
  index: number | undefined;
  /** "" if it has none */
  id: string;
  name: string;
  arguments: unknown;
}

export interface ToolCallParts {
  /** Takes the `tool_calls` of one delta. */
  add(parts: readonly unknown[]): void;
  /** The calls so far, in order, each with an id of its own and arguments as JSON text. */
  calls(): ToolCall[];
}

/**
 * Joins the parts of tool calls.
 *
 * The index names a call, where there is one. Servers that leave it out name a call by its id; a part with neither goes on
 * with the call being written, but several such parts in one delta are calls side by side. Some servers give every call the
 * index 0 and an id of its own; others send a fresh id with every part: a new id with a name is a new call.
 */
export function toolCallParts(): ToolCallParts {
  const slots: Slot[] = [];
  const byIndex = new Map<number, Slot>();
  let group: Slot[] = [];

  function open(index: number | undefined): Slot {
    const slot: Slot = { id: "", name: "", text: "" };
    slots.push(slot);
    if (index !== undefined) byIndex.set(index, slot);
    return slot;
  }

  function slotFor(part: Part, place: number, among: number): Slot {
    const { index, id, name } = part;
    if (index !== undefined) {
      const known = byIndex.get(index);
      if (known) return (id && known.id && id !== known.id && name) || startsAnew(known, part) ? open(index) : known;
      return (id && !name ? slots.find((slot) => slot.id === id) : undefined) ?? open(index);
    }
    const current = slots.at(-1);
    if (id) {
      const known = slots.findLast((slot) => slot.id === id);
      if (known) return startsAnew(known, part) ? open(undefined) : known;
      return current && !current.id && !name && among === 1 ? current : open(undefined);
    }
    if (among > 1) return (name ? undefined : group[place]) ?? open(undefined);
    return current && !startsAnew(current, part) ? current : open(undefined);
  }

  return {
    add(parts) {
      const now: Slot[] = [];
      for (const [place, sent] of parts.entries()) {
        const part = readPart(sent);
        if (!part) continue;
        const slot = slotFor(part, place, parts.length);
        now[place] = slot;
        slot.id ||= part.id;
        // A name may come late, or again with every part; "" says nothing.
        if (part.name.startsWith(slot.name)) slot.name = part.name;
        takeArguments(slot, part);
      }
      if (now.length > 1) group = now;
    },
    calls() {
      const taken = new Set<string>();
      const named = slots.filter((slot) => slot.name !== "" || !isBlank(slot));
      return named.map((slot) => {
        const sent = slot.id.toWellFormed();
        const id = sent && !taken.has(sent) ? sent : freshId(taken);
        taken.add(id);
        return { id, name: slot.name.toWellFormed(), arguments: argumentsOf(slot) };
      });
    },
  };
}

function readPart(sent: unknown): Part | undefined {
  if (!isRecord(sent)) return undefined;
  const inner = isRecord(sent["function"]) ? sent["function"] : sent;
  const { id, index } = sent;
  return {
    index: typeof index === "number" ? index : undefined,
    id: typeof id === "string" ? id : typeof id === "number" ? String(id) : "",
    name: typeof inner["name"] === "string" ? inner["name"] : "",
    arguments: inner["arguments"] ?? "",
  };
}

/** Whether a part cannot go on with this call: it has another name, or its arguments begin where this one's are whole. */
function startsAnew(slot: Slot, { name, arguments: more }: Part): boolean {
  if (!name || !slot.name) return false;
  if (!name.startsWith(slot.name)) return isBlank(slot) || isWhole(slot);
  const begins = typeof more === "string" ? more.trimStart().startsWith("{") : true;
  return begins && isWhole(slot) && !isRepeat(slot, more);
}

/** Some servers send a whole call once more at the end, and mean the same call. */
function isRepeat({ text, value }: Slot, more: unknown): boolean {
  return typeof more === "string" ? more === text : JSON.stringify(more) === JSON.stringify(value);
}

function takeArguments(slot: Slot, { name, arguments: more }: Part): void {
  if (typeof more !== "string") slot.value = more;
  else if (!(name && more.startsWith("{") && isRepeat(slot, more))) slot.text += more;
}

const isBlank = ({ text, value }: Slot): boolean => value === undefined && text.trim() === "";
const isWhole = ({ text, value }: Slot): boolean => value !== undefined || parsed(text) !== undefined;

function argumentsOf({ text, value }: Slot): string {
  if (text.trim() !== "") return wellFormedJson(text);
  return value === undefined ? "{}" : wellFormedJson(JSON.stringify(value));
}

/** Nine letters and digits: Mistral takes no other ids back. */
function freshId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = Math.random().toString(36).slice(2, 11).padEnd(9, "0");
    if (!taken.has(id)) return id;
  }
}
