// The tool `list_files`.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const listFiles = defineTool({
  name: "list_files",
  readOnly: true,
  description: "Lists the paths of all files of this run. Takes no input: {}",
  input: z.object({}),
  run: (_input, { files }) => files.list(),
});
