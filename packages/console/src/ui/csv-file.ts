/** Offers a table as a file to keep. */
export function saveCsv(name: string, csv: string): void {
  // Spreadsheets take a file for UTF-8 when it starts with this mark.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
