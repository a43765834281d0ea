// The example tasks, in the order in which they are offered.
import type { Key } from "../messages/index.ts";

export const examples = [
  "example.files",
  "example.files.zh",
  "example.dates",
  "example.interest",
  "example.units",
] as const satisfies Key[];
