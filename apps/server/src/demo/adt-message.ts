import { buildMessage, type SegmentInput } from '@wardvoice/hl7';
import type { DemoHospital } from './demo-hospitals.ts';
import { pick, type DemoPatient, type Random } from './demo-people.ts';

/** A patient with an open or ended stay. */
export interface Stay {
  patient: DemoPatient;
  visitNumber: string;
  ward: string;
  /** The ward before a transfer, to which an A12 moves the patient back. */
  priorWard: string | null;
  room: string;
  service: string;
  casualty: boolean;
  admittedAt: Date;
}

export interface AdtEvent {
  event: string;
  at: Date;
  controlId: string;
  stay: Stay;
  /** The number that an A40 merges into this patient's. */
  merged?: string;
}

/** Who sends. */
export type Sender = Pick<DemoHospital, 'facility' | 'sendingApplication'>;

export function buildAdtMessage(from: Sender, { event, at, controlId, stay, merged }: AdtEvent): Uint8Array {
  return buildMessage([
    messageHeader(from, ['ADT', event], at, controlId),
    ['EVN', event, hl7Time(at)],
    patientSegment(from, stay.patient, event === 'A03' && stay.patient.deceased),
    ...(merged ? [['MRG', [merged, '', '', from.facility, 'MR']] satisfies SegmentInput] : []),
    visitSegment(event, at, stay),
  ]);
}

export function messageHeader(from: Sender, type: [string, string], at: Date, controlId: string): SegmentInput {
  return [
    'MSH',
    from.sendingApplication,
    from.facility,
    'WARDVOICE',
    'QUALITY',
    hl7Time(at),
    '',
    type,
    controlId,
    'P',
    '2.5.1',
    ...empty(2),
    'AL',
    'NE',
    '',
    'UNICODE UTF-8',
  ];
}

export function patientSegment(from: Sender, patient: DemoPatient, died: boolean): SegmentInput {
  const telecom = [
    ...(patient.phone ? [[patient.phone, 'PRN', 'CP', patient.email ?? '']] : []),
    ...(patient.email && !patient.phone ? [['', 'NET', 'Internet', patient.email]] : []),
  ];
  return [
    'PID',
    '1',
    '',
    [patient.number, '', '', from.facility, 'MR'],
    '',
    [patient.family, patient.given],
    '',
    patient.born,
    patient.sex,
    ...empty(4),
    { repetitions: telecom },
    '',
    [patient.language],
    ...empty(14),
    died ? 'Y' : 'N',
  ];
}

function visitSegment(event: string, at: Date, stay: Stay): SegmentInput {
  const leaves = event === 'A03';
  return [
    'PV1',
    '1',
    stay.casualty ? 'E' : 'I',
    [stay.ward, stay.room, 'A'],
    ...empty(2),
    event === 'A02' && stay.priorWard ? [stay.priorWard] : '',
    ...empty(3),
    stay.service,
    ...empty(8),
    [stay.visitNumber],
    ...empty(16),
    leaves ? (stay.patient.deceased ? '20' : '01') : '',
    ...empty(7),
    hl7Time(stay.admittedAt),
    leaves ? hl7Time(at) : '',
  ];
}

/** Builds messages with the faults that occur in every feed. */
export function buildBrokenMessage(
  { facility }: Pick<Sender, 'facility'>,
  at: Date,
  controlId: string,
  random: Random,
): Uint8Array {
  const time = hl7Time(at);
  const head = `MSH|^~\\&|LAB1|${facility}|WARDVOICE|QUALITY|${time}||`;
  const text = pick(random, [
    `${head}ADT^A01|${controlId}|P|2.5.1\rEVN|A01|${time}\rPID|1||||Nobody^Ann\rPV1|1|I|Ash\r`,
    `${head}ADT^A03|${controlId}|P|2.5.1\rEVN|A03|${time}\rPID|1||X${controlId}^^^${facility}||Nobody^Bea||19991345|F\rPV1|1|I|Birch\r`,
    `${head}ORU^R01|${controlId}|P|2.5.1\rPID|1||X1^^^${facility}\rOBX|1|ST|GLU||5.1\r`,
    `${head}ADT^A01||P|2.5.1\rEVN|A01|${time}\rPID|1||X2^^^${facility}||Nobody^Cy\r`,
  ]);
  return Buffer.from(text);
}

export const empty = (fields: number): string[] => Array.from<string>({ length: fields }).fill('');

export const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;
