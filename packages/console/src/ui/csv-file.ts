/** Downloads a table as a CSV file. */
export function saveCsv(name: string, csv: string): void {
  // With a byte order mark, spreadsheets read the file as UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
