/** `undefined` becomes an empty cell. */
export type CsvCell = string | number | undefined;

/** A table as CSV, for spreadsheets. Text that would be read as a formula is escaped; numbers stay as they are. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Where a spreadsheet sees the beginning of a formula. */
const FORMULA = /^(?=[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/**
 * The same behind what divides cells where a comma stands in numbers, as in Portuguese: there a quote that begins later than the
 * cell has no meaning.
 */
const LATER_FORMULA = /[;\t\r\n](?=\s*[=+\-@＝＋－＠])/g;

function cell(content: CsvCell): string {
  if (typeof content !== 'string') return content === undefined ? '' : String(content);
  const harmless = content.replace(LATER_FORMULA, "$&'").replace(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
