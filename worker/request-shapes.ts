// Shapes of what a page sends. Plain code: it runs with every call, and zod's unions and the like would double the size of the Worker's checks.
import { isRecord } from "../src/engine/model/json.ts";
import { Refusal } from "./answers.ts";

/**
 * Gives a value back with nothing in it but what is known.
 *
 * @param path - where it stands, for the error
 * @throws Refusal `bad_request`, which names the field and what is expected there
 */
export type Shape<T> = (value: unknown, path: string) => T;

export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** @param expected - what it should be; the message never repeats the value */
export function refuse(path: string, expected: string): never {
  throw new Refusal("bad_request", `${path || "the value"}: expected ${expected}`);
}

export function must<T>(holds: (value: unknown) => boolean, expected: string): Shape<T> {
  return (value, path) => (holds(value) ? (value as T) : refuse(path, expected));
}

export const text = must<string>((value) => typeof value === "string", "text");

export function oneOf<Word extends string>(...words: Word[]): Shape<Word> {
  return must((value) => words.includes(value as Word), `one of ${words.join(", ")}`);
}

/** A field that may be left out, or be null: OpenAI takes both for the same. */
export function optional<T>(shape: Shape<T>): Shape<T | null | undefined> {
  return (value, path) => (value === undefined || value === null ? value : shape(value, path));
}

/** Text of one shape, or something else of another. */
export function textOr<A, B>(ifText: Shape<A>, otherwise: Shape<B>): Shape<A | B> {
  return (value, path) => (typeof value === "string" ? ifText(value, path) : otherwise(value, path));
}

export function list<T>(part: Shape<T>, least = 0, most = Infinity): Shape<T[]> {
  return (value, path) =>
    Array.isArray(value) && value.length >= least && value.length <= most
      ? value.map((one, index) => part(one, `${path}[${index}]`))
      : refuse(path, `a list of ${least} to ${most}`);
}

/** An object; fields that are not named here are left out. */
export function object<Fields extends Record<string, Shape<unknown>>>(
  fields: Fields,
): Shape<{ [Name in keyof Fields]: Shaped<Fields[Name]> }> {
  return (value, path) => {
    if (!isRecord(value)) return refuse(path, "an object");
    const known = Object.entries(fields).map(([name, shape]) => [
      name,
      shape(value[name], path ? `${path}.${name}` : name),
    ]);
    return Object.fromEntries(known) as { [Name in keyof Fields]: Shaped<Fields[Name]> };
  };
}
