/** The row that a statement about one row returned. None at all is a bug: whoever wrote holds what it is about. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement about one row returned none');
  return row;
}
