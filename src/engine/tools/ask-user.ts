// The tool `ask_user`.
import { FailureError } from "../errors.ts";
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const askUser = defineTool({
  name: "ask_user",
  description:
    'Asks the person who gave the task one question, and waits for the answer. Only for what no other tool can tell you and what you cannot sensibly assume: each question stops the work until it is answered. Example: {"question": "Which year is meant?", "options": ["2008", "2009"]}',
  needs: "person",
  offAtFirst: true,
  input: z.object({
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000), z.describe("one question, in full")),
    options: z.optional(
      z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
        .check(z.maxLength(6), z.describe("likely answers; the person may write another")),
    ),
  }),
  async run({ question, options = [] }, { ask }) {
    const answer = ask ? await ask(question, options) : null;
    if (answer !== null) return answer;
    throw new FailureError(
      "tool-failed",
      "Nobody is there to answer. Decide by yourself what is most likely meant, go on, and say in your answer what you assumed.",
    );
  },
});
