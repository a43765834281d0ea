// What can be told of a model's file before it is loaded: a loader takes rubbish without a word.

export type FileProblem = "not-gguf" | "too-large" | "part" | "unreadable" | "browser";

/** llama.cpp in WebAssembly reads no larger file. */
const mostBytes = 2 ** 31;
const magic = "GGUF";

/** Why this file cannot be loaded; undefined: nothing speaks against it. */
export async function problemOf(file: File): Promise<FileProblem | undefined> {
  if (!("Suspending" in WebAssembly)) return "browser";
  let start: string;
  try {
    start = new TextDecoder("latin1").decode(await file.slice(0, magic.length).arrayBuffer());
  } catch {
    return "unreadable";
  }
  if (start !== magic) return "not-gguf";
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(file.name) && !/-of-00001\.gguf$/i.test(file.name)) return "part";
  return file.size > mostBytes ? "too-large" : undefined;
}
