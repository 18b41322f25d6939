/** The contract's `sort`: `field` ascending, `-field` descending. */

export function sortDirection(sort: string | undefined, field: string): 'ascending' | 'descending' | undefined {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : undefined;
}

/** Newest or largest first, then the other way round. */
export function nextSort(sort: string | undefined, field: string): string {
  return sort === `-${field}` ? field : `-${field}`;
}
