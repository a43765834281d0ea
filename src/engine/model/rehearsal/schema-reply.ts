// An answer in the form of a reply schema, where a rule can tell which field it belongs into.

const answerFields = ["answer", "text", "result", "response", "content", "summary", "message", "feedback", "reason"];

/**
 * Puts an answer into the one field of a schema that is for it. Where the schema requires more than that, the rehearsal
 * model has nothing true to say, and the answer is given as it is: the reader then sees that it does not fit.
 */
export function fitted(answer: string, schema: Record<string, unknown>): string {
  const { properties, required } = schema;
  if (schema["type"] === "string") return JSON.stringify(answer);
  if (typeof properties !== "object" || properties === null) return answer;
  const texts = Object.entries(properties)
    .filter(([, field]) => isText(field))
    .map(([name]) => name);
  const field = answerFields.find((name) => texts.includes(name)) ?? (texts.length === 1 ? texts[0] : undefined);
  const needs = Array.isArray(required) ? required : [];
  return field === undefined || needs.some((name) => name !== field) ? answer : JSON.stringify({ [field]: answer });
}

const isText = (field: unknown) =>
  typeof field === "object" && field !== null && "type" in field && field.type === "string" && !("enum" in field);
