// Writes src/engine/run.schema.json, the JSON Schema of an exported run: node test/generate-schema.ts
import { writeFile } from "node:fs/promises";
import { recordFormat, recordSchema, recordVersion } from "../src/engine/record.ts";
import { z } from "../src/engine/schema.ts";

export const schemaFile = new URL("../src/engine/run.schema.json", import.meta.url);

/** The text of run.schema.json as it must be now. */
export function schemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(recordSchema, { io: "input" });
  const title = `A run of Loopglass (${recordFormat}, version ${recordVersion})`;
  const description =
    "Made from src/engine/record.ts and src/engine/events.ts by test/generate-schema.ts. Do not edit.";
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2)}\n`;
}

if (import.meta.main) await writeFile(schemaFile, schemaText());
