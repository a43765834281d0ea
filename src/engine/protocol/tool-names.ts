// Which tool a model means by a name it wrote.
import type { ToolSpec } from "../model/model.ts";

const nothing = new Set("none,null,nil,n/a,无,無,没有,不需要,无需,不用".split(","));
const noTool = new Set([
  ...nothing,
  ..."na,nothing,none needed,none required,no,no action,no further action,no tool,no tool needed,no action needed,not needed,not required,no action required".split(
    ",",
  ),
  ..."暂无,空,无行动,不需要行动,不需要工具,无需行动,无需工具,不用工具".split(","),
]);

/**
 * The tool that a name means: the exact name, the name freed from marks around it, or the one tool whose name differs only in
 * letter case, blanks, `-` and `_`. Never the nearest guess.
 */
export function matchTool(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const bare = bareToolName(name);
  const cleaned = tools.find((tool) => tool.name === bare);
  if (cleaned) return cleaned;
  const folded = fold(bare);
  const alike = folded === "" ? [] : tools.filter((tool) => fold(tool.name) === folded);
  return alike.length === 1 ? alike[0] : undefined;
}

/** A tool's name without quotes, emphasis, brackets, a final full stop, a remark in brackets, or a leaked `functions.…:0`. */
export function bareToolName(name: string): string {
  let bare = name.trim().slice(0, 200);
  for (;;) {
    const before = bare;
    bare = bare
      .replace(/^[\s"'`*“”‘’<[({（【「『]+/u, "")
      .replace(/[\s"'`*“”‘’>.。;；,，]+$/u, "")
      .replace(/(?<=.)\s*(?:\([^()]*\)|（[^（）]*）|\[[^[\]]*\])$/u, "")
      .replace(/^([^()[\]{}（）【】「」『』]+)[)\]}）】」』]+$/u, "$1");
    if (bare === before) break;
  }
  return /^functions\.(.+?)(?::\d+)?$/.exec(bare)?.[1] ?? bare;
}

/** True for `None`, `n/a`, 无 and the like: the model says that it calls nothing. */
export function meansNoTool(name: string): boolean {
  return name.length <= 80 && noTool.has(bareToolName(name).toLowerCase());
}

/** True for an input that only says that there is none. */
export function meansNothing(input: string): boolean {
  return input.length <= 40 && nothing.has(bareToolName(input).toLowerCase());
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}
