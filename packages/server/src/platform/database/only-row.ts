/** The row that a statement about one row returned. Throws when there is none: that is a bug, since the caller has locked the row. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement about one row returned none');
  return row;
}
