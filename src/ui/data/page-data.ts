// The data of this page: one store of tables and one of documents.
import { createPageDocuments } from "./page-documents.ts";
import { createPageTables } from "./page-tables.ts";

export const pageData = { tables: createPageTables(), documents: createPageDocuments() };
