// What query_table does: asks the tables, and puts the answer, or what went wrong, in a form that a model can use.
import { FailureError, messageOf } from "../errors.ts";
import type { Cell, QueryResult } from "./data.ts";
import { helpWith, tablesOf } from "./query-help.ts";
import type { ToolContext } from "./tool.ts";

const mostRows = 200;
const mostMs = 10_000;
/** A row of long texts must not push all the others out of what the model is shown. */
const mostCellCharacters = 500;
const mostCharacters = 7_000;

/** @throws FailureError `bad-arguments` where the query cannot be answered, with what helps to repair it; `timeout` */
export async function query(sql: string, context: ToolContext) {
  const tables = tablesOf(context);
  let result: QueryResult;
  try {
    result = await tables.query(sql, { signal: context.signal, limits: { rows: mostRows, ms: mostMs } });
  } catch (thrown) {
    if (thrown instanceof FailureError && thrown.code !== "bad-arguments") throw thrown;
    const why = messageOf(thrown);
    throw new FailureError("bad-arguments", `${why}\n${helpWith(why, sql, await tables.list())}`.trim());
  }
  return fit(result);
}

/** As many rows as a model is shown, and how many there are besides. */
function fit({ columns, rows, more, moreUncounted }: QueryResult) {
  const shown: (readonly Cell[])[] = [];
  let characters = JSON.stringify(columns).length;
  let cut = 0;
  for (const row of rows) {
    const cells = row.map((cell) => {
      if (typeof cell !== "string" || cell.length <= mostCellCharacters) return cell;
      cut += 1;
      return `${cell.slice(0, mostCellCharacters)}…`;
    });
    characters += JSON.stringify(cells).length + 1;
    if (characters > mostCharacters && shown.length > 0) break;
    shown.push(cells);
  }
  const left = rows.length - shown.length + more;
  const notes = [
    left > 0 &&
      `${moreUncounted ? `More than ${left}` : left} more rows are not shown. Add LIMIT, a condition, or GROUP BY.`,
    cut > 0 && `${cut} long texts are cut off after ${mostCellCharacters} characters (…).`,
    rows.length === 0 && "No row fits.",
  ].filter((note) => note !== false);
  return { columns, rows: shown, ...(notes.length > 0 && { note: notes.join(" ") }) };
}
