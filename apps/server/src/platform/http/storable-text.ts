import { Invalid } from '../errors.ts';

/** What PostgreSQL cannot store in text or JSON: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const REASON = 'contains a character that cannot be stored; type it again';

/** Throws 422 that names the fields with such text. `wrapper`: the name of the object around the body, which names leave out. */
export function refuseUnstorable(input: unknown, wrapper?: string): void {
  const errors: Record<string, string[]> = {};
  visit(input, []);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);

  function visit(value: unknown, path: readonly string[]): void {
    if (typeof value === 'string' && value.search(UNSTORABLE) >= 0) errors[nameOf(path)] = [REASON];
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key.search(UNSTORABLE) >= 0) errors[nameOf(path)] = [REASON];
      else visit(inner, [...path, key]);
    }
  }
  function nameOf(path: readonly string[]): string {
    return (path[0] === wrapper && path.length > 1 ? path.slice(1) : path).join('.') || 'body';
  }
}

/**
 * Returns the input without such characters. For patients and other systems, who cannot correct what they sent: a text that says
 * "stop" counts also with a NUL at its end.
 */
export function withoutUnstorable<T>(input: T): T;
export function withoutUnstorable(input: unknown): unknown {
  if (typeof input === 'string') return input.replaceAll(UNSTORABLE, '');
  if (Array.isArray(input)) return input.map((one: unknown) => withoutUnstorable(one));
  if (typeof input !== 'object' || input === null || Object.getPrototypeOf(input) !== Object.prototype) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [withoutUnstorable(key), withoutUnstorable<unknown>(value)]),
  );
}
