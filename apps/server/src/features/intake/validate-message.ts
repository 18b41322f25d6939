import { messageTexts } from '@wardvoice/contract';
import {
  readHeader,
  readPatientNumbers,
  readPidFields,
  type AcknowledgmentCode,
  type AcknowledgmentError,
  type MessageHeader,
} from '@wardvoice/hl7';
import { ANYBODY, birthDateSubjects } from '../acknowledged/index.ts';
import { eventRule, mayTellOfDeath } from '../patient-events/index.ts';
import type { PeerRule } from './is-peer-allowed.ts';
import type { MessageError, NewMessageState } from '../processing/index.ts';

/** Which messages an application accepts. */
export interface IntakeRules {
  applicationId: number;
  /** null: its messages may come from everywhere. */
  isPeerAllowed: PeerRule | null;
  acceptOtherTypes: boolean;
  acceptMissingControlId: boolean;
}

export type Verdict =
  /** An acknowledgement is never answered and never stored. */
  | { kind: 'acknowledgment' }
  | {
      kind: 'message';
      /** null when no header could be read. */
      header: MessageHeader | null;
      rules: IntakeRules | null;
      state: NewMessageState;
      error: MessageError | null;
      /** The code in original mode; enhanced mode has CA, CE and CR in its place. */
      answer: Extract<AcknowledgmentCode, 'AA' | 'AE' | 'AR'>;
      answerErrors: AcknowledgmentError[];
      /** The numbers and dates of birth of everybody it is about; empty when it is not processed. */
      subjects: readonly string[];
    };

/** PID-7, PID-29 and PID-30. */
const PID_FIELDS = [7, 29, 30];

/**
 * Finds the application of a message. Without a header only the port, or there being one application, identifies it.
 */
export type FindApplication = (header: MessageHeader | null) => IntakeRules | typeof ELSEWHERE | null;

/** There is an application, but its messages may not come from where this one came. */
export const ELSEWHERE = 'elsewhere';

/**
 * The rules of acknowledgement, in the order in which they apply. Only the header, the numbers of patients, and their
 * birth and death are read. Error texts name fields and never contain their content.
 */
export function validateMessage(bytes: Uint8Array, findApplication: FindApplication): Verdict {
  const read = readHeader(bytes);
  if (!read.ok) {
    const header = 'header' in read ? read.header : null;
    const code = read.reason === 'bad-delimiters' ? '102' : '100';
    return refuse(
      'AR',
      header,
      rulesOf(findApplication(header)),
      { code, field: 'MSH', text: read.text },
      { segment: 'MSH', sequence: 1 },
    );
  }
  const { header } = read;
  if (header.messageCode === 'ACK') return { kind: 'acknowledgment' };

  const found = findApplication(header);
  const rules = rulesOf(found);
  const refuseField = (answer: 'AE' | 'AR', code: string, segment: string, field: number, text: string) =>
    refuse(answer, header, rules, { code, field: `${segment}-${field}`, text }, { segment, sequence: 1, field });

  if (!/^2(\.\d+)*$/.test(header.versionId))
    return refuseField('AR', '203', 'MSH', 12, messageTexts.ERRORS.wrongVersion);
  // It is stored as a message of an unknown sender is, for superusers: nobody at the application may act on it.
  if (found === ELSEWHERE) return refuseField('AR', '204', 'MSH', 4, messageTexts.ERRORS.foreignAddress);
  if (!rules) return refuseField('AR', '204', 'MSH', 4, messageTexts.ERRORS.noApplication);
  if (header.controlId === '' && !rules.acceptMissingControlId)
    return refuseField('AR', '101', 'MSH', 10, messageTexts.missing('MSH-10'));
  if (header.messageCode === '') return refuseField('AE', '101', 'MSH', 9, messageTexts.missing('MSH-9'));
  const isAdt = header.messageCode === 'ADT';
  if (!isAdt && !rules.acceptOtherTypes) return refuseField('AR', '200', 'MSH', 9, messageTexts.ERRORS.adtOnly);
  if (isAdt && header.triggerEvent === '') return refuseField('AE', '101', 'MSH', 9, messageTexts.missing('MSH-9.2'));
  const rule = eventRule(header.messageCode, header.triggerEvent);
  const [bornOn = '', diedAt = '', deathIndicator = ''] = readPidFields(bytes, header, PID_FIELDS) ?? [];
  const tellsOfDeath = mayTellOfDeath(diedAt, deathIndicator);
  // A message of any type may report a death; otherwise only ADT and SIU are used.
  if (!rule && !tellsOfDeath) return accept(header, rules, 'ignored', []);

  const patient = readPatientNumbers(bytes, header);
  if (patient.kind === 'ok') {
    const born = birthDateSubjects(bornOn);
    // The death of a patient without a date of birth may concern any registration.
    const subjects = tellsOfDeath && born.length === 0 ? [ANYBODY] : born;
    return accept(header, rules, 'received', [...patient.numbers, ...subjects]);
  }
  if (!rule) return accept(header, rules, 'ignored', []);
  // A message that changes nothing need not name its patient. Processing stores why it is ignored.
  if (!isAdt || rule.ignored) return accept(header, rules, 'received', []);
  if (patient.kind === 'no-pid-3') return refuseField('AE', '101', 'PID', 3, messageTexts.missing('PID-3'));
  return refuse(
    'AE',
    header,
    rules,
    { code: '100', field: 'PID', text: messageTexts.missing('PID') },
    { segment: 'PID', sequence: 1 },
  );
}

/** Validates a frame over the size limit, of which only the beginning was kept. */
export function validateOversize(head: Uint8Array, findApplication: FindApplication): Verdict {
  const read = readHeader(head);
  const header = read.ok ? read.header : null;
  const error = { code: '104', field: null, text: messageTexts.ERRORS.tooLarge };
  return refuse('AR', header, rulesOf(findApplication(header)), error, { segment: 'MSH', sequence: 1 });
}

const rulesOf = (found: ReturnType<FindApplication>): IntakeRules | null => (found === ELSEWHERE ? null : found);

function accept(
  header: MessageHeader,
  rules: IntakeRules,
  state: Exclude<NewMessageState, 'error'>,
  subjects: readonly string[],
): Verdict {
  return { kind: 'message', header, rules, state, error: null, answer: 'AA', answerErrors: [], subjects };
}

function refuse(
  answer: 'AE' | 'AR',
  header: MessageHeader | null,
  rules: IntakeRules | null,
  error: MessageError,
  location: AcknowledgmentError['location'] & object,
): Verdict {
  const answerErrors = [{ code: error.code, text: error.text, location }];
  return { kind: 'message', header, rules, state: 'error', error, answer, answerErrors, subjects: [] };
}
