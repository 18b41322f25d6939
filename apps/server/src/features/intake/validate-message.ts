import {
  readHeader,
  readPatientNumbers,
  type AcknowledgmentCode,
  type AcknowledgmentError,
  type MessageHeader,
} from '@wardvoice/hl7';
import type { MessageError } from '../processing/index.ts';
import { eventRule } from '../visits/index.ts';

/** What an application says about the messages it takes. */
export interface IntakeRules {
  applicationId: number;
  acceptOtherTypes: boolean;
  acceptMissingControlId: boolean;
}

export type Verdict =
  /** An acknowledgement: never answered, never stored. */
  | { kind: 'acknowledgment' }
  | {
      kind: 'message';
      /** null when no header could be read. */
      header: MessageHeader | null;
      rules: IntakeRules | null;
      state: 'received' | 'ignored' | 'error';
      error: MessageError | null;
      /** In original mode; enhanced mode has CA, CE and CR in their place. */
      answer: Extract<AcknowledgmentCode, 'AA' | 'AE' | 'AR'>;
      answerErrors: AcknowledgmentError[];
      /** The numbers of everybody it is about; empty when it is not to be processed. */
      patientNumbers: readonly string[];
    };

/** Finds whose message it is; without a header only a listener or an only application can tell. */
export type FindApplication = (header: MessageHeader | null) => IntakeRules | null;

/**
 * The acknowledgement rules, in the order in which they bite. Reads the header and the numbers of patients, nothing else.
 * Error texts name fields and never carry their content.
 */
export function validateMessage(bytes: Uint8Array, findApplication: FindApplication): Verdict {
  const read = readHeader(bytes);
  if (!read.ok) {
    const header = 'header' in read ? read.header : null;
    const code = read.reason === 'bad-delimiters' ? '102' : '100';
    return refuse(
      'AR',
      header,
      findApplication(header),
      { code, field: 'MSH', text: read.text },
      { segment: 'MSH', sequence: 1 },
    );
  }
  const { header } = read;
  if (header.messageCode === 'ACK') return { kind: 'acknowledgment' };

  const rules = findApplication(header);
  const refuseField = (answer: 'AE' | 'AR', code: string, segment: string, field: number, text: string) =>
    refuse(answer, header, rules, { code, field: `${segment}-${field}`, text }, { segment, sequence: 1, field });

  if (!/^2(\.\d+)*$/.test(header.versionId)) return refuseField('AR', '203', 'MSH', 12, 'MSH-12 must be a version 2.x');
  if (!rules)
    return refuseField('AR', '204', 'MSH', 4, 'No application takes messages from this sender (MSH-4, MSH-3)');
  if (header.controlId === '' && !rules.acceptMissingControlId)
    return refuseField('AR', '101', 'MSH', 10, 'MSH-10 missing');
  if (header.messageCode === '') return refuseField('AE', '101', 'MSH', 9, 'MSH-9 missing');
  const isAdt = header.messageCode === 'ADT';
  if (!isAdt && !rules.acceptOtherTypes)
    return refuseField('AR', '200', 'MSH', 9, 'This application takes ADT messages only');
  if (isAdt && header.triggerEvent === '') return refuseField('AE', '101', 'MSH', 9, 'MSH-9.2 missing');
  const rule = eventRule(header.messageCode, header.triggerEvent);
  if (!rule) return accept(header, rules, 'ignored', []);

  const patient = readPatientNumbers(bytes, header);
  if (patient.kind === 'ok') return accept(header, rules, 'received', patient.numbers);
  // What changes nothing here need not say who it is about, and processing says why it is ignored.
  if (!isAdt || rule.ignored) return accept(header, rules, 'received', []);
  if (patient.kind === 'no-pid-3') return refuseField('AE', '101', 'PID', 3, 'PID-3 missing');
  return refuse(
    'AE',
    header,
    rules,
    { code: '100', field: 'PID', text: 'PID missing' },
    { segment: 'PID', sequence: 1 },
  );
}

/** A frame over the size limit, of which only the beginning is here. */
export function validateOversize(head: Uint8Array, findApplication: FindApplication): Verdict {
  const read = readHeader(head);
  const header = read.ok ? read.header : null;
  const error = { code: '104', field: null, text: 'The message is larger than the limit' };
  return refuse('AR', header, findApplication(header), error, { segment: 'MSH', sequence: 1 });
}

function accept(
  header: MessageHeader,
  rules: IntakeRules,
  state: 'received' | 'ignored',
  patientNumbers: readonly string[],
): Verdict {
  return { kind: 'message', header, rules, state, error: null, answer: 'AA', answerErrors: [], patientNumbers };
}

function refuse(
  answer: 'AE' | 'AR',
  header: MessageHeader | null,
  rules: IntakeRules | null,
  error: MessageError,
  location: AcknowledgmentError['location'] & object,
): Verdict {
  const answerErrors = [{ code: error.code, text: error.text, location }];
  return { kind: 'message', header, rules, state: 'error', error, answer, answerErrors, patientNumbers: [] };
}
