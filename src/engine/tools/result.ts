// What a tool returned, as text for the model and as plain JSON for the log.
import { FailureError, messageOf } from "../errors.ts";
import { wellFormed } from "../text.ts";

/** A result deeper or larger than this is none that a model could read. */
const deepest = 200;
const mostValues = 1_000_000;
const longestTypedArray = 10_000;

/**
 * Reads the result of a tool. A string stays as it is; anything else becomes JSON.
 *
 * Cycles become "[Circular]", a BigInt its digits, a Map an object (or entries, where keys are no strings), a Set an array,
 * a Date its ISO form. Nothing at all is told to the model as "(no output)", since a provider refuses a message without content.
 *
 * @returns `text`: never empty, well-formed; `plain`: JSON, or `undefined` where the tool returned nothing
 * @throws FailureError `tool-failed` where a getter or `toJSON` throws, or the result has more than a million values
 */
export function resultText(value: unknown): { text: string; plain: unknown } {
  switch (typeof value) {
    case "string": {
      const plain = wellFormed(value);
      return { text: plain === "" ? "(empty text)" : plain, plain };
    }
    case "number":
      return Number.isFinite(value) ? { text: `${value}`, plain: value } : { text: `${value}`, plain: `${value}` };
    case "boolean":
      return { text: `${value}`, plain: value };
    case "undefined":
      return { text: "(no output)", plain: undefined };
  }
  let plain: unknown;
  try {
    plain = toPlain(value, { above: [], left: mostValues });
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown;
    throw new FailureError("tool-failed", `The result of the tool could not be read: ${messageOf(thrown)}`);
  }
  if (plain === undefined) return { text: "(no output)", plain };
  return { text: typeof plain === "string" ? plain || "(empty text)" : JSON.stringify(plain), plain };
}

interface Walk {
  /** the objects that the current one lies in */
  above: object[];
  left: number;
}

/** `undefined`: JSON has no form for it. */
function toPlain(value: unknown, walk: Walk): unknown {
  if (walk.left-- <= 0) {
    throw new FailureError(
      "tool-failed",
      `The result of the tool has more than ${mostValues} values. Return less, for example a part or a summary.`,
    );
  }
  switch (typeof value) {
    case "string":
      return wellFormed(value);
    case "number":
      // JSON would make null of it, which says something else.
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
      return value;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : objectToPlain(value, walk);
    default:
      return undefined;
  }
}

function objectToPlain(value: object, walk: Walk): unknown {
  if (walk.above.includes(value)) return "[Circular]";
  if (walk.above.length >= deepest) return `[more than ${deepest} levels deep]`;
  walk.above.push(value);
  const plain = membersToPlain(value, walk);
  walk.above.pop();
  return plain;
}

function membersToPlain(value: object, walk: Walk): unknown {
  const each = (item: unknown) => toPlain(item, walk) ?? null;
  if (Array.isArray(value)) return Array.from(value, each);
  if ("toJSON" in value && typeof value.toJSON === "function" && !(value instanceof Date)) {
    return toPlain(value.toJSON(), walk);
  }
  // Most results are such: no need to try what follows.
  if (Object.getPrototypeOf(value) === Object.prototype) return fields(value as Record<string, unknown>, walk);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof Map) {
    const byName = [...value.keys()].every((key) => typeof key === "string");
    return byName ? fields(Object.fromEntries(value), walk) : Array.from(value, each);
  }
  if (value instanceof Set) return Array.from(value, each);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return binaryToPlain(value, each);
  if (value instanceof Error) return { name: wellFormed(value.name), message: wellFormed(value.message) };
  if (value instanceof RegExp) return String(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return toPlain(value.valueOf(), walk);
  return fields(value as Record<string, unknown>, walk);
}

function fields(value: Record<string, unknown>, walk: Walk): unknown {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = toPlain(value[name], walk);
    if (member === undefined) continue;
    const key = wellFormed(name);
    // Set in the common way, this key would change what the object inherits.
    if (key === "__proto__") {
      Object.defineProperty(plain, key, { value: member, enumerable: true, writable: true, configurable: true });
    } else plain[key] = member;
  }
  return plain;
}

function binaryToPlain(value: ArrayBufferView | ArrayBuffer, each: (item: unknown) => unknown): unknown {
  if (Symbol.iterator in value && value.byteLength <= longestTypedArray) {
    return Array.from(value as Iterable<unknown>, each);
  }
  return `[${value.constructor.name}, ${value.byteLength} bytes]`;
}
