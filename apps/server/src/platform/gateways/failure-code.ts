/** Returns the code of what ended a request, such as ECONNREFUSED. An error without a code is named by its name. */
export function failureCodeOf(error: unknown): string {
  const { cause, name }: { cause?: unknown; name?: unknown } = error ?? {};
  const { code }: { code?: unknown } = cause ?? {};
  return typeof code === 'string' ? code : String(name);
}
