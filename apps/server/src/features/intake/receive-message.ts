import {
  asksForAcknowledgment,
  buildAcknowledgment,
  type AcknowledgmentCode,
  type MessageHeader,
} from '@wardvoice/hl7';
import type { Clock } from '../../platform/clock.ts';
import type { Peer } from '../../platform/mllp/admission.ts';
import { subjectKeys } from '../acknowledged/index.ts';
import type { ApplicationRouting, WayIn } from './application-routing.ts';
import type { GroupCommit } from './group-commit.ts';
import { receivedMessages } from './intake-metrics.ts';
import { validateMessage, validateOversize, type Verdict } from './validate-message.ts';
import type { MessageError } from '../processing/index.ts';
import type { NewMessage } from './store-messages.ts';

export interface Reception extends WayIn {
  source: NewMessage['source'];
  /** `enhanced`: accept acknowledgements CA, CE, CR, and application acknowledgements for whom wants them (HL7 v2.5.1 §2.9.3). */
  mode: 'original' | 'enhanced';
  /** A silent message is shown everywhere and sends nothing to patients. */
  silent?: boolean;
}

export const OVER_MLLP: Reception = { source: 'mllp', applicationId: null, mode: 'original' };

export interface Received {
  /** null for a message that is itself an acknowledgement. */
  acknowledgment: Uint8Array | null;
  /** What goes back over the sender's connection, in its order: in enhanced mode what MSH-15 and MSH-16 ask for. */
  answers: readonly Uint8Array[];
  code: AcknowledgmentCode | null;
  /** The reason why the message was stored as an error. */
  error: MessageError | null;
}

export interface Receiver {
  /**
   * Resolves after COMMIT. Rejects when the message could not be stored: then nothing is acknowledged. `peer`: who is at
   * the other side of the connection; one that sends much does not make the others wait.
   */
  receive(bytes: Uint8Array, reception: Reception, peer?: Peer): Promise<Received>;
  /** Receives the beginning of a message that is over the size limit. */
  receiveOversize(head: Uint8Array, reception: Reception, peer?: Peer): Promise<Received>;
  /** Number of acknowledgements that were received. They are not answered. */
  readonly acknowledgmentsSeen: number;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  routing: ApplicationRouting;
  commit: GroupCommit;
  clock: Clock;
}

/**
 * Validates, stores and answers messages. Only the header and the numbers of patients are read here; a worker reads the
 * rest.
 */
export function createReceiver({ routing, commit, clock }: ReceiverOptions): Receiver {
  let acknowledgmentsSeen = 0;
  const nextControlId = controlIds();

  async function take(
    bytes: Uint8Array,
    validate: () => Verdict,
    { reception, truncated, peer }: { reception: Reception; truncated: boolean; peer: Peer | undefined },
  ): Promise<Received> {
    if (routing.version() === null) await routing.reload();
    const first = validate();
    if (first.kind === 'acknowledgment') {
      acknowledgmentsSeen += 1;
      receivedMessages.inc({ source: reception.source, answer: 'none' });
      return { acknowledgment: null, answers: [], code: null, error: null };
    }
    const at = clock();
    let verdict = first;
    const row = () => toRow(bytes, verdict, reception, at, truncated);
    const revalidate = () => {
      const again = validate();
      if (again.kind === 'message') verdict = again;
      return row();
    };
    await commit.store(row(), revalidate, peer?.address);
    receivedMessages.inc({ source: reception.source, answer: verdict.answer });
    const { header, answer, answerErrors, error } = verdict;
    const write = (code: AcknowledgmentCode) =>
      buildAcknowledgment({
        to: header,
        code,
        controlId: nextControlId(),
        dateTime: hl7Time(at),
        errors: answerErrors,
      });
    const code = reception.mode === 'enhanced' ? ENHANCED[answer] : answer;
    const acknowledgment = write(code);
    if (reception.mode === 'original') return { acknowledgment, answers: [acknowledgment], code, error };
    const wanted = wantedAnswers(header, answer === 'AA');
    const answers = [...(wanted.accept ? [acknowledgment] : []), ...(wanted.application ? [write(answer)] : [])];
    return { acknowledgment, answers, code, error };
  }

  return {
    receive(bytes, reception, peer) {
      const validate = () => validateMessage(bytes, routing.find(reception, peer));
      return inTime(take(bytes, validate, { reception, truncated: false, peer }));
    },
    receiveOversize(head, reception, peer) {
      const validate = () => validateOversize(head, routing.find(reception, peer));
      return inTime(take(head, validate, { reception, truncated: true, peer }));
    },
    get acknowledgmentsSeen() {
      return acknowledgmentsSeen;
    },
    close: () => commit.close(),
  };
}

/** Senders usually wait 30 s for an answer. */
const MAX_RECEIVE_MS = 25_000;

/**
 * Rejects when a message is not stored in time, so that its connection is closed without an answer. The message may
 * still be stored later. When its sender sends it again, it is counted as a duplicate.
 */
function inTime(received: Promise<Received>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('timeout expired: the database did not store a message in time')),
      MAX_RECEIVE_MS,
    );
    received.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const ENHANCED = { AA: 'CA', AE: 'CE', AR: 'CR' } as const;

/**
 * Returns which acknowledgements a sender wants in enhanced mode. Without MSH-15 it gets the accept acknowledgement, as a message does
 * whose header cannot be read. An error is told once, at the first of the two levels that asks for it.
 */
function wantedAnswers(header: MessageHeader | null, isGood: boolean): { accept: boolean; application: boolean } {
  const accept = asksForAcknowledgment(header?.acceptAcknowledgment || 'AL', isGood);
  const application = asksForAcknowledgment(header?.applicationAcknowledgment ?? '', isGood);
  return { accept, application: application && (isGood || !accept) };
}

/** Returns a message as intake stores it. */
export function toRow(
  raw: Uint8Array,
  { header, rules, state, error, subjects }: Verdict & { kind: 'message' },
  { source, silent = false }: Reception,
  receivedAt: Date,
  rawTruncated: boolean,
): NewMessage {
  return {
    applicationId: rules?.applicationId ?? null,
    state,
    source,
    receivedAt,
    ...headerColumns(header),
    subjectKeys: rules && state === 'received' ? subjectKeys(rules.applicationId, subjects) : [],
    silent,
    raw,
    rawTruncated,
    error,
  };
}

/** Returns the columns that are filled from MSH. */
export function headerColumns(header: MessageHeader | null) {
  return {
    sendingApplication: storable(header?.sendingApplication ?? ''),
    sendingFacility: storable(header?.sendingFacility ?? ''),
    controlId: header?.controlId ? storable(header.controlId) : null,
    messageType: header?.messageCode ? storable(header.messageCode) : null,
    event: header?.triggerEvent ? storable(header.triggerEvent) : null,
    version: header?.versionId ? storable(header.versionId) : null,
    processingId: header?.processingId ? storable(header.processingId) : null,
  };
}

const MAX_HEADER_TEXT = 200;

/** PostgreSQL text cannot contain NUL. The original bytes are in `raw`. */
const storable = (text: string): string => text.slice(0, MAX_HEADER_TEXT).replaceAll('\0', '');

/**
 * Makes values for MSH-10 of our own messages: unique across restarts and processes, at most 20 characters (HL7 v2.5.1
 * §2.15.9.10).
 */
function controlIds(): () => string {
  const prefix = `${Date.now().toString(36)}${Math.floor(Math.random() * 1296)
    .toString(36)
    .padStart(2, '0')}`;
  let count = 0;
  return () => `${prefix}${(count += 1).toString(36)}`.toUpperCase();
}

/** Returns YYYYMMDDHHMMSS+0000. The last result is cached, because thousands of messages may come within a second. */
const hl7Time = (() => {
  let second = 0;
  let text = '';
  return (at: Date): string => {
    const now = Math.floor(at.getTime() / 1000);
    if (now !== second) {
      second = now;
      text = `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;
    }
    return text;
  };
})();

/** Adapts a receiver to the MLLP server: frames in, acknowledgements out. */
export const answerFrames = (receiver: Receiver, reception: Reception) => ({
  onFrame: async (frame: Uint8Array, peer?: Peer) => (await receiver.receive(frame, reception, peer)).answers,
  onOversize: async (head: Uint8Array, peer?: Peer) => (await receiver.receiveOversize(head, reception, peer)).answers,
});
