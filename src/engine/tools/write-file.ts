// The tool `write_file`.
import { FailureError } from "../errors.ts";
import { z } from "../schema.ts";
import { utf8Bytes, wellFormed } from "../text.ts";
import { cleanPath } from "./files-path.ts";
import { defineTool } from "./tool.ts";

const mostBytes = 1_000_000;
const mostFiles = 100;

export const writeFile = defineTool({
  name: "write_file",
  description:
    "Saves text in a file of this run. Makes the file, or replaces all that it holds. " +
    'Example: {"path": "result.txt", "content": "50"}',
  input: z.object({
    path: z.string().check(z.describe('relative path, for example "notes/result.txt"')),
    content: z.string().check(z.describe("the whole new content")),
  }),
  async run({ path: given, content: raw }, { files }) {
    const path = cleanPath(given);
    const content = wellFormed(raw);
    const bytes = utf8Bytes(content);
    if (bytes > mostBytes) {
      throw new FailureError(
        "bad-arguments",
        `content: ${bytes} bytes are too many for one file; at most ${mostBytes}. Split it over several files, or save a summary.`,
      );
    }
    const before = await files.read(path);
    if (before === undefined && (await files.list()).length >= mostFiles) {
      throw new FailureError(
        "tool-failed",
        `There are ${mostFiles} files already, and no more are kept. Delete one with delete_file, or write to one that exists.`,
      );
    }
    await files.write(path, content);
    const replaced = before === undefined ? "a new file" : `replaced ${count(before)}`;
    return `Wrote ${count(content)} to ${path} (${replaced}).`;
  },
});

const count = (text: string) => `${text.length} ${text.length === 1 ? "character" : "characters"}`;
