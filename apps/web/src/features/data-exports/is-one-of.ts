/** Narrows what a select gives to one of the values that it offers. */
export const isOneOf = <const T extends string>(values: readonly T[], value: string | null): value is T =>
  values.some((one) => one === value);
