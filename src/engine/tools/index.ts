// The tools that a run may be given.
import { askUser } from "./ask-user.ts";
import { calculator } from "./calculator.ts";
import { currentTime } from "./current-time.ts";
import { dateMath } from "./date-math.ts";
import { daysBetween } from "./days-between.ts";
import { deleteFile } from "./delete-file.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { listTables } from "./list-tables.ts";
import { queryTable } from "./query-table.ts";
import { readDocument } from "./read-document.ts";
import { searchDocuments } from "./search-documents.ts";
import type { Tool } from "./tool.ts";
import { writeFile } from "./write-file.ts";

export const tools: readonly Tool[] = [
  calculator,
  writeFile,
  readFile,
  listFiles,
  deleteFile,
  currentTime,
  dateMath,
  daysBetween,
  searchDocuments,
  readDocument,
  listTables,
  queryTable,
  askUser,
];
