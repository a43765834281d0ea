// A table as CSV that opens in a spreadsheet and runs nothing there.
import Papa from "papaparse";

/**
 * What a spreadsheet would take for a formula: also with the wide signs of East Asian text, and after blanks.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠\t\r\n]/u;

/**
 * Writes rows as CSV (RFC 4180, with a byte order mark, so that spreadsheets read it as UTF-8). A text that a spreadsheet could take
 * for a formula gets an apostrophe before it; numbers stay numbers, negative ones too; null is an empty cell.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const data = rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell.toWellFormed() : cell)));
  return `\ufeff${Papa.unparse({ fields: [...header], data }, { escapeFormulae: formula, newline: "\r\n" })}\r\n`;
}
