/** Downloads a file. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a table as a CSV file. */
export function saveCsv(name: string, csv: string): void {
  // With a byte order mark, spreadsheets read the file as UTF-8.
  saveFile(name, ['\uFEFF', csv], 'text/csv;charset=utf-8');
}
