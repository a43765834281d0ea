// What the results of a plan come to, part by part of the task.
import { asDescription, runBook, type Book } from "./plan-book.ts";
import { planSay } from "./plan-say.ts";
import type { Prompt, ToldStep } from "./prompts.ts";
import { anyTool } from "./read-request.ts";
import { isCheckOnly, longestTask, partsOf, type Part } from "./skills.ts";

/** What came of one part of a task. */
export interface PartEnd {
  part: Part;
  isDone: boolean;
  /** sentences, each with the ids of the steps that it rests on */
  told: { sentence: string; ids: readonly string[] }[];
}

export interface Ends {
  parts: PartEnd[];
  /** steps of the plan that belong to no part: a person's, or another planner's */
  others: ToldStep[];
  book: Book;
}

/** Holds told results against the task. */
export function endsOf({ language, task, steps: told }: Prompt): Ends {
  const say = planSay[language];
  const read = task.length > longestTask ? [] : partsOf(task, language);
  // A task of which nothing is understood is one thing, whatever its clauses.
  const parts = read.some((part) => part.intents.length > 0) ? read : [{ text: task, intents: [] }];
  const book = runBook(parts, { language, tools: anyTool, told, settled: true });
  const mine = new Set(book.steps.flatMap((step) => step.told ?? []));
  const ends = parts.map((part): PartEnd => {
    const steps = book.steps.filter((step) => step.part === part);
    const itself = told.find(
      (step) =>
        step.description === asDescription(part.text) || (parts.length === 1 && isTheTask(step.description, task)),
    );
    const results = book.results.filter((each) => each.part === part);
    if (isCheckOnly(part) && !steps.some(({ tool }) => tool !== null)) {
      const told = results.map(({ result }) => ({ sentence: result.sentence, ids: [] }));
      return { part, isDone: results.every(({ result }) => result.done), told };
    }
    if (!steps.some((step) => step.told !== null)) {
      if (itself) mine.add(itself);
      const sentence = !itself ? say.notInPlan(part.text) : itself.state === "done" ? itself.text : why(itself, say);
      // A text that a step without a tool came to is taken as it is: there is nothing to hold it against.
      return {
        part,
        isDone: itself?.state === "done" && part.intents.length > 0,
        told: [{ sentence, ids: itself ? [itself.id] : [] }],
      };
    }
    const thought = new Set(steps.filter(({ tool }) => tool === null).map(({ id }) => id));
    const sentences = results.map(({ result, ids }) => {
      // A step that a person took out of the plan was not called, so nothing failed.
      const absent = steps.filter((step) => step.tool !== null && step.told === null && ids.includes(step.id));
      if (absent.length > 0 && !result.done) {
        return { sentence: absent.map(({ description }) => say.notInPlan(description)).join(" "), ids: [] };
      }
      const rests = told.filter((step) => ids.includes(step.id));
      const broken = rests.filter((step) => step.state !== "done");
      const repaired = broken.length > 0 && result.done;
      if (broken.length === 0 || repaired)
        return { sentence: result.sentence, ids: ids.filter((id) => !thought.has(id)) };
      return { sentence: broken.map((step) => why(step, say)).join(" "), ids: [] };
    });
    return { part, isDone: results.length > 0 && results.every(({ result }) => result.done), told: sentences };
  });
  const isCheck = ({ description }: ToldStep) => description.startsWith(say.check);
  return { parts: ends, others: told.filter((step) => !mine.has(step) && !isCheck(step)), book };
}

/** Whether a description is the task itself; a planner may have shortened it. */
export const isTheTask = (description: string, task: string): boolean =>
  description === asDescription(task.trim()) ||
  (description.endsWith("…") && asDescription(task).startsWith(description.slice(0, -1)));

export function why({ id, description, state, text }: ToldStep, say: (typeof planSay)["en"]): string {
  if (state === "open") return say.openStep(id, description);
  return (state === "failed" ? say.failedStep : say.skippedStep)(id, description, text);
}
