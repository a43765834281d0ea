// The example tasks, in the order in which they are offered.
import type { exampleTexts } from "../messages/en-examples.ts";

type ExampleKey = Extract<keyof typeof exampleTexts, `example.${string}`>;

export interface Example {
  readonly task: ExampleKey;
  /** what such a task once took, or what to watch for */
  readonly note?: ExampleKey;
  /** the agent of its note can be rehearsed */
  readonly story?: true;
}

export const examples: readonly Example[] = [
  { task: "example.files" },
  { task: "example.files.zh" },
  { task: "example.dates" },
  { task: "example.interest" },
  { task: "example.units" },
  { task: "example.investment" },
  { task: "example.investment.zh" },
  { task: "example.question", note: "example.question.note", story: true },
  { task: "example.question.zh", note: "example.question.zh.note", story: true },
  { task: "example.company", note: "example.company.note" },
  { task: "example.company.zh", note: "example.company.zh.note" },
  { task: "example.experts", note: "example.experts.note" },
  { task: "example.experts.zh", note: "example.experts.zh.note" },
  { task: "example.stocks" },
  { task: "example.stocks.zh" },
  { task: "example.addresses" },
];
