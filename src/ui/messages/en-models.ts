// Texts about a model that runs in this page: opening its file, what it runs on, and what is wrong with a file.
import type { FileProblem } from "../library/model-file.ts";
import { part } from "./text.ts";

const problems = {
  "model-file.not-gguf": "This is no GGUF file: it does not begin as one. Choose a file whose name ends in .gguf.",
  "model-file.too-large": "A file can have 2 GB here. Choose a smaller model, or one with fewer bits per weight.",
  "model-file.part":
    "This is one part of a model that comes in several files, which cannot be opened yet. Choose one in a single file.",
  "model-file.unreadable": "The file cannot be read. It may have been moved or changed: choose it again.",
  "model-file.browser": "This browser cannot run a model. Open this page in a current Chrome or Edge.",
  "model-file.load": "The file could not be loaded: {why}. It may be cut or damaged; get it again, or choose another.",
  "model-file.time":
    "Loading took longer than three minutes and was ended. Choose a smaller model, or close other tabs.",
} as const satisfies Record<`model-file.${FileProblem | "load" | "time"}`, string>;

/** For what a part of the page needs beyond `en.ts`: filled in by `textsOf`. */
export const modelsTexts = {
  [part]: "models",
  ...problems,
  "in-page.title": "Model in this page",
  "in-page.open": "Open a .gguf file…",
  "in-page.other": "Open another…",
  "in-page.hint":
    "A language model runs here, on your machine: no key, no account, no cost, and nothing leaves this page. A small one of 0.1 to 2 GB is best.",
  "in-page.file": "Model file",
  "in-page.loading": "Loading {name}…",
  "in-page.cancel": "Cancel",
  "in-page.ready": "{size} · {tokens} tokens of context",
  "in-page.threads": { one: "runs on one thread, slowly", other: "runs on {count} threads" },
  "in-page.speed": "Last reply: read {reading}, wrote {writing} tokens a second",
  "in-page.reading": "Reading the prompt: {part}",
  "in-page.no-tools": "Its template knows no tools: it gets them by a schema that its replies are held to.",
  "in-page.close": "Close and free its memory",
} as const;
