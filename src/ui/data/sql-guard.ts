// Which SQL is let through: one statement that reads. The database itself is set to refuse writing besides.

const readers = ["select", "with", "values", "explain"];
const pragmas = ["table_info", "table_xinfo", "table_list"];

/**
 * The statement as it may be run.
 *
 * SQLite's own read-only mode does not know everything that a query should not do: `ATTACH` counts as reading, and a `PRAGMA` could
 * end the mode itself.
 *
 * @throws Error that says what is allowed
 */
export function readOnlyStatement(sql: string): string {
  const words = withoutComments(sql);
  const statement = words.trim().replace(/(\s*;)+$/, "");
  if (statement === "") throw new Error("The query is empty. Write one SELECT.");
  if (hasSecondStatement(statement))
    throw new Error("Only one statement at a time. Leave out what follows the first “;”.");
  const [, first = ""] = /^\(*\s*([a-z]+)/i.exec(statement) ?? [];
  const keyword = first.toLowerCase();
  if (readers.includes(keyword)) return statement;
  if (keyword === "pragma") {
    const [, name = ""] = /^pragma\s+(?:main\s*\.\s*)?([a-z_]+)\s*(?:\([^()=;]*\))?$/i.exec(statement) ?? [];
    if (pragmas.includes(name.toLowerCase())) return statement;
    throw new Error(`Only these PRAGMAs are allowed: ${pragmas.join(", ")}.`);
  }
  throw new Error(
    `The tables can only be read: a query begins with SELECT or WITH, not with ${shown(first || statement)}.`,
  );
}

const shown = (text: string) => JSON.stringify(text.slice(0, 40));

/** Texts, quoted names and comments, whole or cut off at the end. */
const parts = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const withoutComments = (sql: string) => sql.replace(parts, (part) => (/^(--|\/\*)/.test(part) ? " " : part));

const hasSecondStatement = (statement: string) => statement.replace(parts, "").includes(";");
