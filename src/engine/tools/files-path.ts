// The names that files of a run may have.
import { FailureError } from "../errors.ts";
import { wellFormed } from "../text.ts";

const longestPath = 200;

/**
 * A path as the files of a run know it: "./notes\a.txt" is "notes/a.txt".
 *
 * @throws FailureError `bad-arguments`, with the repair, for a path that is empty, absolute, too long, a folder, or leaves the run
 */
export function cleanPath(given: string): string {
  const path = wellFormed(given).normalize("NFC").replaceAll("\\", "/").trim();
  const names = path.split("/").map((name) => name.trim());
  const parts = names.filter((part, index) => part !== "." && (part !== "" || index === 0));
  const clean = parts.join("/");
  const refuse = (problem: string, repair: string) =>
    new FailureError("bad-arguments", `path: ${JSON.stringify(given.slice(0, longestPath))} ${problem}. ${repair}`);

  if (/\p{Cc}/u.test(path)) throw refuse("holds a control character", 'Use a plain name, for example "result.txt".');
  if (clean === "") throw refuse("names no file", 'Give a name, for example "result.txt".');
  if (clean.startsWith("/")) {
    throw refuse('begins with "/"', `Paths are relative: write ${JSON.stringify(clean.replace(/^\/+/, ""))}.`);
  }
  if (parts.includes("..")) throw refuse('holds ".."', "Name the file from the top, without going up.");
  if (/\/\.?$/.test(path))
    throw refuse("is a folder", `Add a file name, for example ${JSON.stringify(`${clean}/result.txt`)}.`);
  if (clean.length > longestPath) {
    throw refuse(`has ${clean.length} characters`, `Use at most ${longestPath}.`);
  }
  return clean;
}
