import type { Coding, OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes';

type Code = OperationOutcomeIssue['code'];

/** The code of an issue for the status of an answer (http://hl7.org/fhir/issue-type). */
const CODES: Readonly<Record<number, Code>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  410: 'deleted',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'processing',
  423: 'suppressed',
  429: 'throttled',
  503: 'transient',
};

export const outcomeOf = (...issue: OperationOutcomeIssue[]): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue,
});

/** Returns what is answered of something that was done. */
export const informed = (diagnostics: string): OperationOutcome =>
  outcomeOf({ severity: 'information', code: 'informational', diagnostics });

/** Returns what is answered of an error. `kind` is its `type` in the API, such as fresh_sign_in_needed, for programs. */
export const failureOutcome = (status: number, message: string, kind: Coding | null = null): OperationOutcome =>
  outcomeOf({
    severity: status >= 500 ? 'fatal' : 'error',
    code: CODES[status] ?? 'exception',
    ...(kind ? { details: { coding: [kind] } } : {}),
    diagnostics: message,
  });

/** Returns what is said of parameters that a search did not use. */
export const ignoredOutcome = (names: readonly string[]): OperationOutcome =>
  outcomeOf(
    ...names.map((name): OperationOutcomeIssue => ({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: `The parameter ${name} was not used: it, or this value of it, is not known here. GET metadata lists what is.`,
    })),
  );
