/** Returns the first row of a query that always returns one. Throws where there is none. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A query that always returns a row returned none.');
  return row;
}
