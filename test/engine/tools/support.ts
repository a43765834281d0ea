// Calls a tool as the engine does: input checked by its schema, files in memory, a clock that stands still.
import { FailureError } from "../../../src/engine/errors.ts";
import { problems, z } from "../../../src/engine/schema.ts";
import { memoryFiles } from "../../../src/engine/tools/files-memory.ts";
import type { Tool, ToolContext } from "../../../src/engine/tools/tool.ts";

/** Monday, 30 November 2026, noon in UTC. */
export const noon = Date.UTC(2026, 10, 30, 12);

export function toolContext(ports: Pick<ToolContext, "documents" | "tables"> = {}): ToolContext {
  return { signal: new AbortController().signal, files: memoryFiles(), now: () => noon, ...ports };
}

/** @throws FailureError `bad-arguments` where the schema refuses the input; else what the tool throws */
export async function use(tool: Tool, input: unknown, context = toolContext()): Promise<unknown> {
  const checked = z.safeParse(tool.input, input);
  if (!checked.success) throw new FailureError("bad-arguments", problems(checked.error));
  return tool.run(checked.data, context);
}

/** The code and message of the failure that the call ends with. */
export async function failure(tool: Tool, input: unknown, context?: ToolContext): Promise<string> {
  try {
    return `no failure, but ${String(await use(tool, input, context))}`;
  } catch (thrown) {
    if (thrown instanceof FailureError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
}
