// The tool `list_tables`.
import { defineTool } from "./tool.ts";
import { z } from "../schema.ts";

const mostColumns = 60;

export const listTables = defineTool({
  name: "list_tables",
  readOnly: true,
  needs: "tables",
  resultCharacters: 16_000,
  description:
    "Lists the tables that query_table can read: name, number of rows, columns with their types, source. Takes no input: {}",
  input: z.object({}),
  async run(_input, context) {
    const { tablesOf } = await import("./query-help.ts");
    const all = await tablesOf(context).list();
    return all.map(({ name, rows, columns, about, source, licence }) => ({
      name,
      rows,
      columns: Object.fromEntries(columns.slice(0, mostColumns).map((column) => [column.name, column.type])),
      ...(columns.length > mostColumns && {
        moreColumns: `${columns.length - mostColumns} more; see them with: PRAGMA table_info(${name})`,
      }),
      ...(about !== undefined && { about }),
      source,
      ...(licence !== undefined && { licence }),
    }));
  },
});
