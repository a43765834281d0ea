// Which fields a form needs for a settings object, read from the schema that checks it.
import { jsonSchema, type Pattern } from "../../engine/index.ts";

export type Field = { readonly name: string; readonly initial: unknown } & (
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "switch" }
  | {
      readonly kind: "number";
      readonly min: number | undefined;
      readonly max: number | undefined;
      readonly whole: boolean;
    }
  | { readonly kind: "text" }
);

/** The fields of an object schema, in its order. What no simple field can show (lists, objects) is left out: it keeps its default. */
export function fieldsOf(schema: Pattern["settings"]): Field[] {
  const { properties } = jsonSchema(schema);
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = isObject(property) ? fieldOf(property) : undefined;
    return field ? [{ name, initial: (property as Record<string, unknown>)["default"], ...field }] : [];
  });
}

type Kind = Field extends infer F ? (F extends Field ? Omit<F, "name" | "initial"> : never) : never;

function fieldOf(property: Record<string, unknown>): Kind | undefined {
  const { type, enum: options, minimum, maximum } = property;
  if (Array.isArray(options))
    return { kind: "choice", options: options.filter((option) => typeof option === "string") };
  if (type === "boolean") return { kind: "switch" };
  if (type === "string") return { kind: "text" };
  if (type !== "number" && type !== "integer") return undefined;
  return {
    kind: "number",
    min: sensible(minimum),
    max: sensible(maximum),
    whole: type === "integer",
  };
}

// Zod writes the limits of safe integers where a schema names none.
const sensible = (limit: unknown) => (typeof limit === "number" && Math.abs(limit) < 1e15 ? limit : undefined);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
