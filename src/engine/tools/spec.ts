// A tool as a model sees it.
import { jsonSchema } from "../json-schema.ts";
import type { ToolSpec } from "../model/model.ts";
import type { Tool } from "./tool.ts";

const specs = new WeakMap<Tool, ToolSpec>();

/** Name, description and JSON Schema of a tool's input; made once a tool. */
export function toolSpec(tool: Tool): ToolSpec {
  let spec = specs.get(tool);
  if (!spec) {
    spec = { name: tool.name, description: tool.description, parameters: jsonSchema(tool.input) };
    specs.set(tool, spec);
  }
  return spec;
}
