// Short texts for cards and lists: a glance at a value, whatever its size.

/** Longest preview, in UTF-16 units. */
const longest = 240;

/**
 * The first words of a text on one line.
 *
 * Reads no more of it than it shows, so that a result of 10 MB costs as little as one of ten letters, and never cuts an
 * emoji in half.
 */
export function preview(text: string, limit = longest): string {
  const start = text
    .slice(0, limit * 2)
    .replace(/\s+/gu, " ")
    .trim();
  if (start.length <= limit && text.length <= limit * 2) return start;
  const cut = start.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  const whole = space > limit * 0.6 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

/** A value on one line: text as it is, the entries of an object as `name: value`, the items of a list after one another. */
export function previewValue(value: unknown, limit = longest): string {
  if (typeof value === "string") return preview(value, limit);
  let left = limit;
  const write = (part: unknown, depth: number): string => {
    if (left <= 0) return "…";
    if (typeof part !== "object" || part === null) {
      const text = typeof part === "string" ? preview(part, Math.max(left, 1)) : String(part);
      left -= text.length;
      return text;
    }
    const list = Array.isArray(part);
    const parts: string[] = [];
    for (const key in part) {
      if (left <= 0) {
        parts.push("…");
        break;
      }
      const inner: unknown = (part as Record<string, unknown>)[key];
      if (!list) left -= key.length + 2;
      parts.push(list ? write(inner, depth + 1) : `${key}: ${write(inner, depth + 1)}`);
    }
    const joined = parts.join(", ");
    if (list) return `[${joined}]`;
    return depth === 0 ? joined : `{${joined}}`;
  };
  return preview(write(value, 0), limit);
}
