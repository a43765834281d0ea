// The example tasks, in the order in which they are offered.
import type { Key } from "../messages/index.ts";

export const examples = [
  "example.files",
  "example.files.zh",
  "example.dates",
  "example.interest",
  "example.units",
  "example.investment",
  "example.investment.zh",
  "example.stocks",
  "example.stocks.zh",
  "example.addresses",
] as const satisfies Key[];
