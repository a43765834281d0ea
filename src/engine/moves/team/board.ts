// The blackboard of a team: what its agents have found, only ever added to.
import type { Language } from "../../events.ts";
import { z } from "../../schema.ts";
import { shorten } from "../../text.ts";
import { defineTool, type Tool } from "../../tools/tool.ts";
import type { Context } from "../context.ts";

export interface BoardEntry {
  readonly key: string;
  /** 1: the first of this key; each later one stands beside it */
  readonly version: number;
  readonly author: string;
  readonly text: string;
}

export interface Board {
  /** @throws RangeError if another agent writes under this key */
  write(ctx: Context, key: string, text: string): BoardEntry;
  /** The newest entry of every key that one of these agents wrote, in the order of `authors`; the log says who was shown what. */
  show(ctx: Context, authors: readonly string[]): BoardEntry[];
}

export function createBoard(): Board {
  const entries: BoardEntry[] = [];
  return {
    write(ctx, key, text) {
      const earlier = entries.filter((entry) => entry.key === key);
      const author = ctx.agent.name;
      if (earlier.some((entry) => entry.author !== author)) {
        throw new RangeError(`"${key}" is written by ${earlier[0]?.author}. Use another key.`);
      }
      const entry: BoardEntry = { key, version: earlier.length + 1, author, text };
      entries.push(entry);
      ctx.run.say({ type: "board.write", span: ctx.span, ...entry });
      return entry;
    },
    show(ctx, authors) {
      const newest = new Map(entries.map((entry) => [entry.key, entry]));
      const shown = authors.flatMap((author) => [...newest.values()].filter((entry) => entry.author === author));
      if (shown.length > 0) {
        const read = shown.map(({ key, version }) => ({ key, version }));
        ctx.run.say({ type: "board.read", span: ctx.span, agent: ctx.agent.name, entries: read });
      }
      return shown;
    },
  };
}

/** Longest copy of one entry in a prompt, in characters. */
const entryInPrompt = 2_000;

/** Entries for a prompt: data, between marks, never instructions. */
export function boardText(entries: readonly BoardEntry[], language: Language): string {
  return entries
    .map(
      ({ key, author, text }) =>
        `<entry key=${JSON.stringify(key)} author=${JSON.stringify(author)}>\n${shorten(text, entryInPrompt, language)}\n</entry>`,
    )
    .join("\n");
}

/** The tool with which an agent posts more than its conclusion. */
export function boardTool(ctx: Context, board: Board): Tool {
  return defineTool({
    name: "board_write",
    description:
      'Posts a finding on the team\'s blackboard under a key of your own, for the agents that build on your work. Example: {"key": "margin", "text": "41 %"}',
    input: z.object({
      key: z.string().check(z.minLength(1), z.maxLength(80), z.describe("short name of the finding")),
      text: z.string().check(z.minLength(1), z.describe("the finding itself")),
    }),
    run: ({ key, text }) => {
      const { version } = board.write(ctx, key, text);
      return `Posted "${key}"${version > 1 ? `, version ${version}` : ""}.`;
    },
  });
}
