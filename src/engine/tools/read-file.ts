// The tool `read_file`.
import { z } from "../schema.ts";
import { missingFile } from "./files-missing.ts";
import { cleanPath } from "./files-path.ts";
import { defineTool } from "./tool.ts";

export const readFile = defineTool({
  name: "read_file",
  readOnly: true,
  description: 'Gives back the text of a file of this run. Example: {"path": "result.txt"}',
  input: z.object({ path: z.string().check(z.describe("the path it was written to")) }),
  async run({ path: given }, { files }) {
    const path = cleanPath(given);
    const text = await files.read(path);
    if (text === undefined) throw await missingFile(path, files);
    return text;
  },
});
