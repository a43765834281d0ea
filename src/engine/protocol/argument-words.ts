// What a model is told about arguments that could not be used: the shape that is expected, and what is wrong.
import type { Language } from "../events.ts";
import { isObject, requiredOf, typesOf, type JsonSchema, type Misfit } from "./coerce.ts";

/** The shape of an input in one line: `{"city": string, "days"?: integer}`. */
export function describeShape(parameters: JsonSchema): string {
  const properties = isObject(parameters["properties"]) ? parameters["properties"] : {};
  const required = requiredOf(parameters);
  const parts = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${mark}: ${isObject(property) ? typeText(property, parameters) : "any"}`;
  });
  return `{${parts.join(", ")}}`;
}

/** A parameter with its type: `city (string)`. */
export function describeParameter(name: string, parameters: JsonSchema): string {
  const properties = isObject(parameters["properties"]) ? parameters["properties"] : {};
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(property) ? `${name} (${typeText(property, parameters)})` : name;
}

function typeText(property: JsonSchema, root: JsonSchema): string {
  const listed = property["enum"];
  if (Array.isArray(listed)) return listed.map((choice) => JSON.stringify(choice)).join(" | ");
  if (isObject(property["properties"])) return describeShape(property);
  if (isObject(property["items"])) return `[${typeText(property["items"], root)}]`;
  return typesOf(property, root).join(" | ") || "any";
}

/** The first few misfits, one sentence each. */
export function explain(misfits: readonly Misfit[], say: Wording): string {
  return misfits
    .slice(0, 5)
    .map((misfit) => say.misfit(misfit))
    .join(" ");
}

export interface Wording {
  shape(shape: string): string;
  missing(required: readonly string[]): string;
  truncated: string;
  bad(problem: string, near: string): string;
  notAnObject(found: string): string;
  several: string;
  unquoted(found: string): string;
  misfit(misfit: Misfit): string;
}

export const wording: Readonly<Record<Language, Wording>> = {
  en: {
    shape: (shape) => `Expected: ${shape}`,
    missing: (required) => `The input is missing; required: ${required.join(", ")}.`,
    truncated: "The input was cut off before its end, so the call was not run. Send it whole, or a shorter one.",
    bad: (problem, where) => `The input is not valid JSON: ${problem}, near ${where}.`,
    notAnObject: (found) => `The input must be one JSON object, not ${found}.`,
    several: "The input holds more than one JSON object; send exactly one.",
    unquoted: (found) => `Put ${JSON.stringify(found)} in double quotes.`,
    misfit({ path, kind, expected, found }) {
      const name = path === "" ? "The input" : `"${path}"`;
      if (kind === "missing") return `${name} is missing${expected.length ? ` (${expected.join(" or ")})` : ""}.`;
      return `${name} must be ${kind === "choice" ? "one of " : ""}${expected.join(kind === "choice" ? ", " : " or ")}, not ${found}.`;
    },
  },
  zh: {
    shape: (shape) => `应为：${shape}`,
    missing: (required) => `缺少输入，必填参数：${required.join("、")}。`,
    truncated: "输入在写完之前被截断，因此没有执行。请完整地重写，或写得短一些。",
    bad: (problem, where) => `输入不是有效的 JSON：${problem}，位置在 ${where} 附近。`,
    notAnObject: (found) => `输入必须是一个 JSON 对象，而不是 ${found}。`,
    several: "输入包含多个 JSON 对象，只能有一个。",
    unquoted: (found) => `请给 ${JSON.stringify(found)} 加上双引号。`,
    misfit({ path, kind, expected, found }) {
      const name = path === "" ? "输入" : `“${path}”`;
      if (kind === "missing") return `缺少 ${name}${expected.length ? `（${expected.join(" 或 ")}）` : ""}。`;
      return `${name} 应为${kind === "choice" ? "以下之一：" : " "}${expected.join(kind === "choice" ? "、" : " 或 ")}，而不是 ${found}。`;
    },
  },
};
