import * as z from 'zod';

const SENT_AS: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Say true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
};
const MOST_NAMED = 20;

/** What somebody reads where a schema says nothing of its own: what to do, and nothing of what was sent. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
      return isMissing ? 'Fill this in.' : (SENT_AS[issue.expected] ?? NOT_RIGHT);
    }
    case 'invalid_value':
      if (issue.values.length === 1) return `Use ${String(issue.values[0])}.`;
      return issue.values.length > MOST_NAMED ? NOT_RIGHT : `Use one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1 ? 'Fill this in.' : `Use at least ${issue.minimum} characters.`;
      if (issue.origin === 'array') return `Choose at least ${issue.minimum}.`;
      return issue.inclusive === false ? `Enter more than ${issue.minimum}.` : `Enter ${issue.minimum} or more.`;
    case 'too_big':
      if (issue.origin === 'string') return `Use at most ${issue.maximum} characters.`;
      if (issue.origin === 'array') return `Choose at most ${issue.maximum}.`;
      return issue.inclusive === false ? `Enter less than ${issue.maximum}.` : `Enter at most ${issue.maximum}.`;
    default:
      return NOT_RIGHT;
  }
}

const NOT_RIGHT = 'This cannot be used here. Look at what is expected.';

/** Once, where a program starts; messages that schemas give win over these. */
export const speakPlainly = (): void => {
  z.config({ localeError: plainWords });
};
