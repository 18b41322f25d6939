import * as z from 'zod';

const SENT_AS: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Say true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
};
const MAX_NAMED = 20;

const NOT_RIGHT = 'This cannot be used here. Look at what is expected.';

/** Returns the message for a value where its schema has none. It says what to do, and does not repeat the value. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
    return isMissing ? 'Fill this in.' : (SENT_AS[issue.expected] ?? NOT_RIGHT);
  }
  if (issue.code === 'invalid_value') {
    if (issue.values.length === 1) return `Use ${String(issue.values[0])}.`;
    return issue.values.length > MAX_NAMED ? NOT_RIGHT : `Use one of: ${issue.values.map(String).join(', ')}.`;
  }
  if (issue.code === 'too_small') {
    const { origin, minimum } = issue;
    if (origin === 'string') return Number(minimum) === 1 ? 'Fill this in.' : `Use at least ${minimum} characters.`;
    if (origin === 'array') return `Choose at least ${minimum}.`;
    return issue.inclusive === false ? `Enter more than ${minimum}.` : `Enter ${minimum} or more.`;
  }
  if (issue.code === 'too_big') {
    const { origin, maximum } = issue;
    if (origin === 'string') return `Use at most ${maximum} characters.`;
    if (origin === 'array') return `Choose at most ${maximum}.`;
    return issue.inclusive === false ? `Enter less than ${maximum}.` : `Enter at most ${maximum}.`;
  }
  return NOT_RIGHT;
}

/** Is called once, when a program starts. Messages of schemas take precedence over these. */
export const speakPlainly = (): void => {
  z.config({ localeError: plainWords });
};
