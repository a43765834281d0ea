// What a tool says of a file that does not exist.
import { FailureError } from "../errors.ts";
import type { Files } from "./tool.ts";

/** A failure that names the files there are, so that the model need not list them first. */
export async function missingFile(path: string, files: Files): Promise<FailureError> {
  const paths = await files.list();
  const there = paths.length === 0 ? "There are no files yet." : `The files are: ${paths.join(", ")}.`;
  return new FailureError("tool-failed", `There is no file ${JSON.stringify(path)}. ${there}`);
}
