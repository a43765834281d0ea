// When two calls count as the same, and when a result counts as nothing.

/** Arguments as text in which equal ones are equal: keys sorted at every depth, texts trimmed, numbers by value. */
export function canonicalArguments(value: unknown): string {
  if (typeof value !== "string") return canonical(value, 0);
  const text = value.trim();
  try {
    return canonical(JSON.parse(text), 0);
  } catch {
    return text === "" ? "{}" : text;
  }
}

function canonical(value: unknown, depth: number): string {
  if (typeof value === "string") return JSON.stringify(value.trim());
  if (typeof value !== "object" || value === null || depth > 100) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  const object = value as Record<string, unknown>;
  const keys = Object.keys(object);
  if (keys.length > 1) keys.sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(object[key], depth + 1)}`).join(",")}}`;
}

const emptyWords =
  /^(?:null|none|nil|undefined|nothing|empty|n\/a|not found|(?:no|0|zero)(?: (?:matching|relevant|search|more))? (?:results?|matches|match|hits|data|records?|rows|entries|items|files|documents)\b.*|nothing (?:was )?found\b.*|(?:没有|無|无|未|查无|暂无|找不到|沒有)(?:找到|查到|搜索到|匹配|相关|任何|返回)*(?:的)?(?:结果|結果|数据|內容|内容|记录|信息|匹配项)?|空|未找到.{0,40})$/i;

/** True for a result that holds nothing: `""`, `[]`, `{}`, null, "no results for …", 没有结果, `{"results": [], "total": 0}`. */
export function isEmptyResult(result: string): boolean {
  if (result.length > 200) return false;
  const text = result.trim().replace(/[.。!！]+$/, "");
  if (text === "" || text === "[]" || text === "{}" || text === "null" || text === '""') return true;
  // What a model is shown where a tool gave an empty text, or nothing at all.
  if (text === "(empty text)" || text === "(no output)") return true;
  const first = text.charAt(0);
  if (first !== "{" && first !== "[") return emptyWords.test(text);
  try {
    return holdsNothing(JSON.parse(text));
  } catch {
    return false;
  }
}

function holdsNothing(value: unknown): boolean {
  if (value === null || value === "") return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(holdsNothing);
  const entries = Object.entries(value);
  const isCount = (key: string, entry: unknown): boolean =>
    entry === 0 && /count|total|hits|size|length|matches|found/i.test(key);
  // What a tool says of finding nothing is nothing found.
  const isRemark = (key: string, entry: unknown): boolean =>
    typeof entry === "string" && /^(?:note|message|hint|info)$/i.test(key);
  const lists = entries.filter(([key, entry]) => !isCount(key, entry) && !isRemark(key, entry));
  return (lists.length > 0 || entries.length === 0) && lists.every(([, entry]) => holdsNothing(entry));
}
