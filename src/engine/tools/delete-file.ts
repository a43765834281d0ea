// The tool `delete_file`.
import { z } from "../schema.ts";
import { missingFile } from "./files-missing.ts";
import { cleanPath } from "./files-path.ts";
import { defineTool } from "./tool.ts";

export const deleteFile = defineTool({
  name: "delete_file",
  description: 'Deletes a file of this run for good. Example: {"path": "draft.txt"}',
  input: z.object({ path: z.string().check(z.describe("the path it was written to")) }),
  async run({ path: given }, { files }) {
    const path = cleanPath(given);
    if (!(await files.delete(path))) throw await missingFile(path, files);
    return `Deleted ${path}.`;
  },
});
