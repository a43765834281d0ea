// The files of a run, kept in memory.
import type { Files } from "./tool.ts";

/** Files that live as long as the run's page or process. */
export function memoryFiles(): Files {
  // A Map, since a model may well call a file "__proto__".
  const texts = new Map<string, string>();
  return {
    write: (path, text) => void texts.set(path, text),
    read: (path) => texts.get(path),
    list: () => [...texts.keys()].sort(),
    delete: (path) => texts.delete(path),
  };
}
