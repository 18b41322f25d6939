/** A sort is written as `field` when ascending, and as `-field` when descending. */

export function sortDirection(sort: string | undefined, field: string): 'ascending' | 'descending' | undefined {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

/** Returns the sorting after a click on a column: newest or largest first, then the other way round. */
export function nextSort(sort: string | undefined, field: string): string {
  return sort === `-${field}` ? field : `-${field}`;
}
