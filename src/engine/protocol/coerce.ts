// Fits a value that a model wrote to a JSON Schema, where nothing is lost by it, and says what does not fit.
import { readJson } from "./json-reader.ts";
import { BareWord, setOwn, type WrittenNumbers } from "./json-values.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One thing that does not fit. `path` is "" for the value itself. */
export interface Misfit {
  path: string;
  kind: "type" | "choice" | "missing";
  /** types or listed values, as text */
  expected: string[];
  /** what stands there, as text; "" where nothing does */
  found: string;
}

export interface Coercion {
  value: unknown;
  misfits: Misfit[];
  /** a number must become text and its digits as written are not known: read again with them */
  needsWritten: boolean;
}

interface State {
  root: JsonSchema;
  written: WrittenNumbers | null;
  misfits: Misfit[];
  needsWritten: boolean;
  /** values still to be looked at: alternatives inside alternatives could otherwise multiply without end */
  workLeft: number;
}

/**
 * Fits `value` to `schema`. A number becomes text with its digits as written, numeric text a number, "true" and "false"
 * booleans, JSON text an object or array, each only where the schema asks for the latter; `null` for an optional property that
 * cannot be null counts as left out. The value itself is not changed.
 *
 * @param written digits as written, from the reader; `null` where JSON.parse read the value
 */
export function coerce(value: unknown, schema: JsonSchema, written: WrittenNumbers | null): Coercion {
  const state: State = { root: schema, written, misfits: [], needsWritten: false, workLeft: 20_000 };
  const fitted = fit(value, schema, "", undefined, state);
  return { value: fitted, misfits: state.misfits, needsWritten: state.needsWritten };
}

/** The JSON types that a schema takes. Empty: any. */
export function typesOf(schema: JsonSchema, root: JsonSchema = schema, depth = 0): readonly string[] {
  const type = schema["type"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type as string[];
  if (depth > 8) return [];
  if (typeof schema["$ref"] === "string") return typesOf(resolve(schema, root), root, depth + 1);
  if (Array.isArray(schema["enum"])) return [...new Set(schema["enum"].map(typeOf))];
  if ("const" in schema) return [typeOf(schema["const"])];
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) {
    const types = (alternatives as JsonSchema[]).map((alternative) => typesOf(alternative, root, depth + 1));
    return types.some((list) => list.length === 0) ? [] : [...new Set(types.flat())];
  }
  return "properties" in schema ? ["object"] : "items" in schema ? ["array"] : [];
}

/** The name of a value's JSON type; `integer` for whole numbers. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function fit(value: unknown, schema: JsonSchema, path: string, written: string | undefined, state: State): unknown {
  if (--state.workLeft < 0) return value;
  if (typeof schema["$ref"] === "string") return fit(value, resolve(schema, state.root), path, written, state);
  const all = schema["allOf"];
  if (Array.isArray(all)) {
    value = (all as JsonSchema[]).reduce((fitted, part) => fit(fitted, part, path, written, state), value);
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) return fitOne(value, alternatives as JsonSchema[], path, written, state);

  const types = typesOf(schema, state.root);
  const fitted = types.length === 0 || accepts(types, value) ? value : convert(value, types, written, state);
  if (fitted === undefined) {
    state.misfits.push({ path, kind: "type", expected: [...types], found: show(value, written) });
    return value;
  }
  if (typeof fitted === "number" && Number.isInteger(fitted) && !Number.isSafeInteger(fitted)) {
    if (state.written === null) state.needsWritten = true;
    else if (written !== undefined && /^-?\d+$/.test(written) && BigInt(written) !== BigInt(fitted)) {
      state.misfits.push({ path, kind: "type", expected: ["integer below 2^53", "text"], found: written });
    }
  }
  const listed: unknown = schema["enum"] ?? ("const" in schema ? [schema["const"]] : undefined);
  if (Array.isArray(listed) && !listed.includes(fitted) && !state.needsWritten) {
    const expected = listed.map((choice) => JSON.stringify(choice));
    state.misfits.push({ path, kind: "choice", expected, found: show(fitted, written) });
  }
  if (Array.isArray(fitted)) return fitItems(fitted, schema, path, state);
  if (isObject(fitted)) return fitProperties(fitted, schema, path, state);
  return fitted;
}

/** Takes the first alternative that the value fits as it is, or else the first that it can be made to fit. */
function fitOne(
  value: unknown,
  alternatives: readonly JsonSchema[],
  path: string,
  written: string | undefined,
  state: State,
): unknown {
  let made: { value: unknown; needsWritten: boolean } | undefined;
  let nearest: Misfit[] | undefined;
  for (const alternative of alternatives) {
    const attempt: State = { ...state, misfits: [], needsWritten: false };
    const fitted = fit(value, alternative, path, written, attempt);
    state.workLeft = attempt.workLeft;
    if (attempt.misfits.length === 0 && fitted === value && !attempt.needsWritten) return value;
    if (attempt.misfits.length === 0) made ??= { value: fitted, needsWritten: attempt.needsWritten };
    else if (accepts(typesOf(alternative, state.root), value)) nearest ??= attempt.misfits;
  }
  if (made) {
    if (made.needsWritten) state.needsWritten = true;
    return made.value;
  }
  if (nearest) state.misfits.push(...nearest);
  else {
    const expected = [...new Set(alternatives.flatMap((alternative) => typesOf(alternative, state.root)))];
    state.misfits.push({ path, kind: "type", expected, found: show(value, written) });
  }
  return value;
}

function fitItems(items: unknown[], schema: JsonSchema, path: string, state: State): unknown[] {
  const first = schema["prefixItems"];
  const rest = schema["items"];
  let copy: unknown[] | undefined;
  items.forEach((item, index) => {
    const itemSchema: unknown = (Array.isArray(first) ? (first as unknown[])[index] : undefined) ?? rest;
    if (!isObject(itemSchema)) return;
    const fitted = fit(item, itemSchema, `${path}[${index}]`, state.written?.get(items)?.get(String(index)), state);
    if (fitted !== item) (copy ??= [...items])[index] = fitted;
  });
  return copy ?? items;
}

function fitProperties(object: Record<string, unknown>, schema: JsonSchema, path: string, state: State): unknown {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = requiredOf(schema);
  const rest = schema["additionalProperties"];
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : rest;
    if (!isObject(property)) continue;
    const value = object[key];
    if (value === null && property !== rest && !required.includes(key)) {
      const types = typesOf(property, state.root);
      if (types.length > 0 && !types.includes("null")) {
        delete (copy ??= { ...object })[key];
        continue;
      }
    }
    const where = path === "" ? key : `${path}.${key}`;
    const fitted = fit(value, property, where, state.written?.get(object)?.get(key), state);
    if (fitted !== value) setOwn((copy ??= { ...object }), key, fitted);
  }
  for (const key of required) {
    if (Object.hasOwn(object, key)) continue;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const expected = isObject(property) ? [...typesOf(property, state.root)] : [];
    state.misfits.push({ path: path === "" ? key : `${path}.${key}`, kind: "missing", expected, found: "" });
  }
  return copy ?? object;
}

/** The value as one of `types`, if that loses nothing; otherwise undefined. */
function convert(value: unknown, types: readonly string[], written: string | undefined, state: State): unknown {
  if (value instanceof BareWord) return types.includes("string") ? value.text : undefined;
  if (typeof value === "number") {
    if (!types.includes("string")) return undefined;
    if (state.written === null) state.needsWritten = true;
    return written ?? String(value);
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (types.includes("number") || types.includes("integer")) {
    const number = exactNumber(text);
    if (number !== undefined && accepts(types, number)) return number;
  }
  if (types.includes("boolean") && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (types.includes("object") || types.includes("array")) {
    const read = readJson(text);
    if (read.status === "ok" && read.end === text.length && read.missingClosers === 0 && accepts(types, read.value)) {
      if (state.written !== null) state.written = new Map([...state.written, ...read.written]);
      return read.value;
    }
  }
  return types.includes("null") && text === "null" ? null : undefined;
}

/** The number that a text stands for, unless digits would be lost (`007` is a code, 20 digits do not fit). */
function exactNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  const significant = text.includes(".") ? digits.replace(/0+$/, "") : digits;
  return Number.isFinite(number) && (significant.length <= 15 || String(number) === text) ? number : undefined;
}

function accepts(types: readonly string[], value: unknown): boolean {
  const type = typeOf(value);
  if (value instanceof BareWord) return false;
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target: JsonSchema = schema;
  for (let hops = 0; typeof target["$ref"] === "string" && hops < 8; hops++) {
    let found: unknown = root;
    for (const part of target["$ref"].replace(/^#\/?/, "").split("/").filter(Boolean)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    target = isObject(found) ? found : {};
  }
  return typeof target["$ref"] === "string" ? {} : target;
}

/** Names of the properties that an object schema requires. */
export function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof BareWord);
}

function show(value: unknown, written: string | undefined): string {
  if (value instanceof BareWord) return `${value.text} without quotes`;
  const text = written ?? JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
