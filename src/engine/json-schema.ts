// Zod schemas as JSON Schema. Apart from schema.ts, because the page needs it only once a run starts.
import { z, type Schema } from "./schema.ts";

/** JSON Schema of what a schema takes as input, without the dialect line that some providers refuse. */
export function jsonSchema(schema: Schema): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}
