// The schema of a reply that is one tool call or the answer, made of what small grammars can hold.
import { isRecord } from "./json.ts";
import type { ModelRequest, ToolSpec } from "./model.ts";

type JsonSchema = Record<string, unknown>;

// llama.cpp refuses grammars that repeat a rule 2000 times; a small model that rambles inside a string should end soon.
const mostCharacters = 1_500;
const thoughtCharacters = 300;
const mostItems = 8;
const largest = 1e15;

/**
 * One branch per tool (`thought`, `tool`, `input`) and one for the answer (`thought`, `answer`).
 *
 * @param choice `required`: without the answer's branch; `none`: with that alone
 * @param answer schema of the answer; undefined: text
 */
export function replySchema(
  tools: readonly ToolSpec[],
  { choice, answer }: { choice: NonNullable<ModelRequest["toolChoice"]>; answer: JsonSchema | undefined },
): JsonSchema {
  const thought = { type: "string", maxLength: thoughtCharacters };
  const calls = tools.map(({ name, parameters }) =>
    closed({ thought, tool: { const: name }, input: bounded(parameters) }),
  );
  const end = closed({ thought, answer: answer ?? { type: "string", minLength: 1, maxLength: mostCharacters } });
  const branches = choice === "none" ? [end] : choice === "required" ? calls : [...calls, end];
  return branches.length === 1 ? { ...branches[0] } : { oneOf: branches };
}

const closed = (properties: JsonSchema): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * A schema that takes no less than the given one, in keywords that grammars are made of, with an end to each string and list.
 * What it leaves out (patterns, formats, references) must be checked after.
 */
export function bounded(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  if ("const" in schema) return { const: schema["const"] };
  if (Array.isArray(schema["enum"])) return { enum: schema["enum"] };
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return { anyOf: choices.map(bounded) };
  const { type } = schema;
  switch (type) {
    case "object":
      return boundedObject(schema);
    case "array": {
      const least = numberOf(schema["minItems"]);
      return {
        type,
        items: bounded(schema["items"]),
        ...(least !== undefined && { minItems: least }),
        maxItems: Math.max(least ?? 0, Math.min(numberOf(schema["maxItems"]) ?? mostItems, mostItems)),
      };
    }
    case "string": {
      const least = numberOf(schema["minLength"]);
      return {
        type,
        ...(least !== undefined && least <= mostCharacters && { minLength: least }),
        maxLength: Math.min(numberOf(schema["maxLength"]) ?? mostCharacters, mostCharacters),
      };
    }
    case "integer":
    case "number": {
      const minimum = numberOf(schema["minimum"]);
      const maximum = numberOf(schema["maximum"]);
      return {
        type,
        ...(minimum !== undefined && minimum > -largest && { minimum }),
        ...(maximum !== undefined && maximum < largest && { maximum }),
      };
    }
    case "boolean":
    case "null":
      return { type };
    default:
      return Array.isArray(type) ? { anyOf: type.map((one) => bounded({ ...schema, type: one as unknown })) } : {};
  }
}

function boundedObject({ properties, required }: JsonSchema): JsonSchema {
  // An object without named properties takes any.
  if (!isRecord(properties)) return { type: "object" };
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, bounded(one)])),
    ...(Array.isArray(required) && { required: required as unknown[] }),
    additionalProperties: false,
  };
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
