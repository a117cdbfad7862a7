/** `undefined` becomes an empty cell. */
export type CsvCell = string | number | undefined;

/** A table as CSV, for spreadsheets. Text that would be read as a formula is escaped; numbers stay as they are. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(content: CsvCell): string {
  if (typeof content !== 'string') return content === undefined ? '' : String(content);
  const harmless = /^[=+\-@\t\r]/.test(content) ? `'${content}` : content;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
