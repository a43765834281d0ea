// Which fields a form needs for a settings object, read from the schema that checks it.
import type { Schema } from "./schema.ts";

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
  /** a list of agents, each with `name`, `role` and `tools`; null by default: the team that the engine brings */
  | { readonly kind: "team"; readonly most: number }
);

/**
 * The fields of an object schema, in its order. What no field can show (other lists, objects, unions) is left out: it keeps its
 * default. A team is told by its shape, so that a form knows one in any pattern, and a pattern says nothing but its schema. Not by way of JSON Schema, which is a large part of zod that the page otherwise needs only when a run starts.
 */
export function fieldsOf(schema: Schema): Field[] {
  const { shape } = definition(schema);
  return Object.entries(shape ?? {}).flatMap(([name, property]) => {
    const { inner, initial } = unwrapped(property);
    const field = fieldOf(inner);
    return field ? [{ name, initial, ...field }] : [];
  });
}

/** What zod tells library authors of a schema. @see https://zod.dev/packages/core */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  defaultValue?: unknown;
  entries?: Record<string, string | number>;
  format?: string;
  checks?: { _zod: { def: { check: string; value?: number; maximum?: number; format?: string } } }[];
}
const definition = (schema: Schema) => schema._zod.def as Definition;

function unwrapped(schema: Schema): { inner: Schema; initial: unknown } {
  const { type, innerType, defaultValue } = definition(schema);
  if (type === "default" && innerType) return { inner: unwrapped(innerType).inner, initial: defaultValue };
  if (type === "optional" && innerType) return unwrapped(innerType);
  if (type === "nullable" && innerType && isTeam(unwrapped(innerType).inner)) return unwrapped(innerType);
  return { inner: schema, initial: undefined };
}

type Kind = Field extends infer F ? (F extends Field ? Omit<F, "name" | "initial"> : never) : never;

function fieldOf(schema: Schema): Kind | undefined {
  const { type, entries } = definition(schema);
  switch (type) {
    case "enum":
      return { kind: "choice", options: Object.values(entries ?? {}).map(String) };
    case "boolean":
      return { kind: "switch" };
    case "string":
      return { kind: "text" };
    case "number":
      return numberField(definition(schema));
    case "array":
      return isTeam(schema) ? { kind: "team", most: mostOf(schema) } : undefined;
    default:
      return undefined;
  }
}

function numberField({ format, checks = [] }: Definition): Kind {
  const limits = checks.map((check) => check._zod.def);
  const at = (kind: string) => limits.findLast(({ check }) => check === kind)?.value;
  const whole = [format, ...limits.map((limit) => limit.format)].some((name) => name?.includes("int"));
  return { kind: "number", min: at("greater_than"), max: at("less_than"), whole };
}

function isTeam(schema: Schema): boolean {
  const { type, element } = definition(schema);
  const shape = type === "array" && element ? definition(element).shape : undefined;
  return shape !== undefined && ["name", "role", "tools"].every((name) => Object.hasOwn(shape, name));
}

function mostOf(schema: Schema): number {
  const checks = definition(schema).checks ?? [];
  return checks.map((check) => check._zod.def.maximum).findLast((most) => most !== undefined) ?? Infinity;
}
