// Vector files as lists of cases: which format a file has, and how each of its cases is run.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { firstDifference, type VectorCase } from "./compare.ts";
import { streamCases, type StreamFile } from "./streams.ts";

interface PatternCase {
  id: string;
  area: string;
  input: unknown;
  expect: Record<string, unknown>;
}

/** From the input of a case of one area to an object in the words of `expect`. */
export type Areas = ReadonlyMap<string, (input: unknown) => unknown>;

/**
 * Reads a file in the format of patterns.json (an array of cases) or streams.json (an object with `cases`).
 *
 * @throws Error, naming the file, if it is neither
 */
export async function readCases(path: string): Promise<VectorCase[]> {
  const file: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (Array.isArray(file)) return patternCases(file as PatternCase[], await loadAreas());
  if (typeof file === "object" && file !== null && Array.isArray((file as StreamFile).cases)) {
    return streamCases(file as StreamFile);
  }
  throw new Error(`${path} is no file of vectors: it holds neither a list nor an object with "cases".`);
}

function patternCases(cases: PatternCase[], areas: Areas): VectorCase[] {
  return cases.map(({ id, area, input, expect }) => {
    const act = areas.get(area);
    if (!act) return { name: id, area, skip: "area not built yet" };
    return {
      name: id,
      area,
      run: async () => firstDifference(expect, (await act(input)) as Record<string, unknown>),
    };
  });
}

async function loadAreas(): Promise<Areas> {
  const path = new URL("./patterns.ts", import.meta.url);
  if (!existsSync(fileURLToPath(path))) return new Map();
  const { areas } = (await import(path.href)) as { areas: Areas };
  return areas;
}
