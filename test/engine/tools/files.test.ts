// The four file tools over one set of files.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deleteFile } from "../../../src/engine/tools/delete-file.ts";
import { cleanPath } from "../../../src/engine/tools/files-path.ts";
import { listFiles } from "../../../src/engine/tools/list-files.ts";
import { readFile } from "../../../src/engine/tools/read-file.ts";
import { writeFile } from "../../../src/engine/tools/write-file.ts";
import { failure, toolContext, use } from "./support.ts";

describe("write_file", () => {
  test("makes a file that read_file gives back as it was", async () => {
    const context = toolContext();
    expect(await use(writeFile, { path: "result.txt", content: "50" }, context)).toBe(
      "Wrote 2 characters to result.txt (a new file).",
    );
    expect(await use(readFile, { path: "./result.txt" }, context)).toBe("50");
  });

  test("says how much it replaced", async () => {
    const context = toolContext();
    await use(writeFile, { path: "a.txt", content: "twelve chars" }, context);
    expect(await use(writeFile, { path: "a.txt", content: "" }, context)).toContain("(replaced 12 characters)");
    expect(await use(readFile, { path: "a.txt" }, context)).toBe("");
  });

  test("refuses more than a megabyte, counted in bytes", async () => {
    const context = toolContext();
    expect(await use(writeFile, { path: "a", content: "x".repeat(1_000_000) }, context)).toContain("Wrote 1000000");
    expect(await failure(writeFile, { path: "b", content: "水".repeat(333_334) }, context)).toMatch(
      /bad-arguments: content: 1000002 bytes .* at most 1000000/,
    );
    expect(await use(listFiles, {}, context)).toEqual(["a"]);
  });

  test("refuses the 101st file, but still writes to one that exists", async () => {
    const context = toolContext();
    for (let index = 0; index < 100; index++) await use(writeFile, { path: `${index}`, content: "x" }, context);
    expect(await failure(writeFile, { path: "one more", content: "x" }, context)).toMatch(/tool-failed: .*100 files/);
    expect(await use(writeFile, { path: "7", content: "y" }, context)).toContain("replaced 1 character");
  });

  test("keeps no lone surrogate", async () => {
    const context = toolContext();
    await use(writeFile, { path: "a\ud83c", content: "\udc00" }, context);
    expect(await use(listFiles, {}, context)).toEqual(["a\ufffd"]);
    expect(await use(readFile, { path: "a\ufffd" }, context)).toBe("\ufffd");
  });

  test("names the input that is missing or of another kind", async () => {
    expect(await failure(writeFile, { path: "a" })).toContain("bad-arguments: content:");
    expect(await failure(writeFile, { path: 5, content: "x" })).toContain("bad-arguments: path:");
  });
});

describe("read_file", () => {
  test("of a file that does not exist names those that do", async () => {
    const context = toolContext();
    expect(await failure(readFile, { path: "result.txt" }, context)).toBe(
      'tool-failed: There is no file "result.txt". There are no files yet.',
    );
    await use(writeFile, { path: "b.txt", content: "" }, context);
    await use(writeFile, { path: "a.txt", content: "" }, context);
    expect(await failure(readFile, { path: "result.txt" }, context)).toContain("The files are: a.txt, b.txt.");
  });

  test("knows no path but the run's own", async () => {
    for (const path of ["../secret", "/etc/passwd", "a/../../b", "", "  ", ".", "a\u0000b"]) {
      expect(await failure(readFile, { path })).toMatch(/^bad-arguments: path: /);
    }
  });
});

describe("list_files", () => {
  test("gives the paths in order, none at the start", async () => {
    const context = toolContext();
    expect(await use(listFiles, {}, context)).toEqual([]);
    for (const path of ["b", "a/b", "__proto__"]) await use(writeFile, { path, content: "" }, context);
    expect(await use(listFiles, {}, context)).toEqual(["__proto__", "a/b", "b"]);
  });
});

describe("delete_file", () => {
  test("takes a file away", async () => {
    const context = toolContext();
    await use(writeFile, { path: "a", content: "1" }, context);
    expect(await use(deleteFile, { path: "a" }, context)).toBe("Deleted a.");
    expect(await use(listFiles, {}, context)).toEqual([]);
  });

  test("of a file that does not exist fails", async () => {
    expect(await failure(deleteFile, { path: "toString" })).toContain('tool-failed: There is no file "toString"');
  });
});

describe("a path", () => {
  test.each([
    ["./a", "a"],
    [" notes//a.txt ", "notes/a.txt"],
    ["notes\\a.txt", "notes/a.txt"],
    ["a/./b", "a/b"],
    ["结果.txt", "结果.txt"],
    ["e\u0301.txt", "\u00e9.txt"],
    ["..a", "..a"],
  ])("%j becomes %j", (given, path) => expect(cleanPath(given)).toBe(path));

  test.each([
    ["/result.txt", 'write "result.txt"'],
    ["../a", "without going up"],
    ["notes/", 'for example "notes/result.txt"'],
    ["a\nb", "control character"],
    ["x".repeat(201), "at most 200"],
  ])("%j is refused with a repair", (given, repair) => {
    expect(() => cleanPath(given)).toThrow(expect.objectContaining({ code: "bad-arguments" }));
    expect(() => cleanPath(given)).toThrow(repair);
  });

  test("that is clean stays so", () => {
    const part = fc.constantFrom("a", ".", "..", "", " ", "b c", "…", "\\", "é");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        let clean;
        try {
          clean = cleanPath(parts.join("/"));
        } catch {
          return;
        }
        expect(cleanPath(clean)).toBe(clean);
        expect(clean.split("/")).not.toContain("..");
        expect(clean).not.toMatch(/^\/|\/$|\/\/|\\/);
      }),
    );
  });
});
