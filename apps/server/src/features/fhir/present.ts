type Maybe<T> = { [K in keyof T]: T[K] | null | undefined };

/** Returns the fields that have a value: FHIR knows no null, and no list or text without content. */
export function present<T extends object>(fields: Maybe<T>): T {
  const kept = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  // What is left out is optional in T: the definitions of FHIR are compared with each resource in a test.
  return Object.fromEntries(kept) as T;
}
