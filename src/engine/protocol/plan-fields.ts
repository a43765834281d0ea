// One step of a plan as a planner wrote it, before ids and tools are looked up.
import { isObject } from "./coerce.ts";
import { BareWord } from "./json-values.ts";
import { fieldsOf, firstField, isSample, textOf, type Fields } from "./reply-fields.ts";
import { meansNothing, meansNoTool } from "./tool-names.ts";

export interface RawStep {
  /** undefined: none was written */
  id: unknown;
  /** "" where only a tool is named */
  description: string;
  /** the name as written; null: none */
  tool: string | null;
  input: unknown;
  dependsOn: unknown[];
  expected: string;
  /** it is told by more than a description, so that it can hardly be something else */
  isMarked: boolean;
}

const names = {
  id: "id,stepid,stepnumber,stepno,number,no,index,编号,序号,步骤编号,步骤号".split(","),
  step: ["step", "步骤"],
  description: "description,desc,title,task,instruction,instructions,objective,描述,说明,任务,标题,步骤描述".split(","),
  action: ["action", "行动", "操作"],
  detail: "detail,details,详情,细节".split(","),
  name: "name,goal,content,text,名称,目标,内容".split(","),
  tool: "tool,toolname,function,functionname,工具,工具名,工具名称".split(","),
  input:
    "input,toolinput,args,arguments,toolargs,toolarguments,params,parameters,toolparameters,actioninput,输入,参数,工具输入,工具参数".split(
      ",",
    ),
  dependsOn:
    "dependson,dependencies,dependency,depends,deps,requires,prerequisites,after,依赖,依赖于,依赖步骤,前置步骤".split(
      ",",
    ),
  expected:
    "expectedoutput,expected,expectedresult,expectedoutcome,output,预期输出,预期结果,预期,期望输出,期望结果".split(","),
};

/** Reads one step; undefined for a value that is none: a step says what to do, or names a tool. */
export function readRawStep(value: unknown, isTool: (name: string) => boolean): RawStep | undefined {
  if (!isObject(value)) return undefined;
  const fields = fieldsOf(value);
  const call = firstField(fields, names.tool);
  let tool: string | null = null;
  let input = firstField(fields, names.input);
  if (isObject(call)) {
    const inner = fieldsOf(call);
    tool = toolName(firstField(inner, [...names.name, ...names.tool]));
    input ??= firstField(inner, names.input);
  } else tool = toolName(call);
  const namesTool = names.tool.some((name) => fields.has(name));

  let id = firstField(fields, names.id);
  const step = firstField(fields, names.step);
  let description = textOf(firstField(fields, names.description));
  const action = firstField(fields, names.action);
  const name = firstField(fields, names.name);
  if (!namesTool && typeof action === "string" && isTool(action)) tool = action;
  else if (!namesTool && input !== undefined && typeof name === "string" && isTool(name)) tool = name;
  else if (description === "") description = textOf(action);
  // `step` is a number to some, and the whole step to others.
  const stepIsId = id === undefined && (description !== "" || /^(?:\d+|step.{0,3}\d+)$/i.test(textOf(step).trim()));
  if (stepIsId) id = step;
  else if (description === "") description = textOf(step);
  const isMarked =
    namesTool ||
    id !== undefined ||
    tool !== null ||
    names.dependsOn.some((name) => fields.has(name)) ||
    names.input.some((name) => fields.has(name));
  if (description === "" && isMarked) description = textOf(name);
  if (description === "" && tool === null) return undefined;

  const detail = textOf(firstField(fields, names.detail));
  return {
    id,
    description: detail === "" || detail === description ? description : `${description}\n${detail}`.trim(),
    tool,
    input,
    dependsOn: references(fields),
    expected: textOf(firstField(fields, names.expected)),
    isMarked,
  };
}

/** True for a step that only shows the form. */
export const isSampleStep = (step: RawStep): boolean => isSample(step.description || (step.tool ?? ""));

function toolName(value: unknown): string | null {
  if (value === undefined || value === null || value === false) return null;
  const name = textOf(value);
  return meansNoTool(name) || name.trim() === "" ? null : name;
}

/** What is written as dependencies, from lists, texts and objects that hold an id. A text may name several. */
function references(fields: Fields): unknown[] {
  return names.dependsOn.flatMap((name) => reference(fields.get(name)));
}

function reference(value: unknown): unknown[] {
  if (value === undefined || value === null || value === false) return [];
  if (Array.isArray(value)) return value.flatMap(reference);
  if (isObject(value)) return reference(firstField(fieldsOf(value), [...names.id, ...names.step]) ?? textOf(value));
  const text = value instanceof BareWord ? value.text : value;
  if (typeof text !== "string") return [text];
  if (text.trim() === "" || meansNothing(text) || text.trim() === "[]") return [];
  return [text.trim().replace(/^\[([^[\]]*)\]$/u, "$1")];
}
