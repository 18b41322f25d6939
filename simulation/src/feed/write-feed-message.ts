import type { FeedNumber, Place } from './feed-model.ts';

/** A PID with the segments that belong to it. */
export interface FeedGroup {
  numbers: readonly FeedNumber[];
  familyName: string;
  /** YYYYMMDD */
  born: string;
  account?: string;
  /** PID-30 */
  died?: string;
  /** MRG with the PV1 after it; they may repeat. */
  parts: { prior?: FeedPrior; visit?: FeedPv1 }[];
}

export interface FeedPrior {
  numbers: readonly FeedNumber[];
  account?: string;
  visitNumber?: string | null;
}

export interface FeedPv1 {
  patientClass: string | null;
  place?: Place | null;
  priorPlace?: Place | null;
  visitNumber: string | null;
  disposition?: string;
  doctor?: string;
}

export interface FeedAppointment {
  number: string;
  at: Date;
  /** SCH-25 */
  state?: string;
  /** AIL-3.1 */
  ward?: string;
}

export interface FeedMessage {
  controlId: string;
  /** "ADT", "SIU" or "ORU" */
  type: string;
  event: string;
  facility: string;
  at: Date;
  groups: readonly FeedGroup[];
  appointment?: FeedAppointment;
}

export function writeFeedMessage({ controlId, type, event, facility, at, groups, appointment }: FeedMessage): string {
  const time = hl7Time(at);
  const lines = [
    `MSH|^~\\&|PAS|${facility}|WARDVOICE|Q|${time}||${type}^${event}|${controlId}|P|2.5.1`,
    type === 'ADT' ? `EVN|${event}|${time}` : null,
    appointment
      ? segment('SCH', { 2: appointment.number, 11: `^^^${hl7Time(appointment.at)}`, 25: appointment.state })
      : null,
    ...groups.flatMap(groupLines),
    appointment?.ward ? segment('AIL', { 1: '1', 3: appointment.ward }) : null,
    type === 'ORU' ? 'OBR|1|||PULSE' : null,
  ];
  return `${lines.filter((line) => line !== null).join('\r')}\r`;
}

function groupLines({ numbers, familyName, born, account, died, parts }: FeedGroup): string[] {
  const pid = segment('PID', { 3: cxList(numbers), 5: `${familyName}^Given`, 7: born, 8: 'F', 18: account, 30: died });
  return [
    pid,
    ...parts.flatMap(({ prior, visit }) => [...(prior ? [mrg(prior)] : []), ...(visit ? [pv1(visit)] : [])]),
  ];
}

const mrg = ({ numbers, account, visitNumber }: FeedPrior): string =>
  segment('MRG', { 1: cxList(numbers), 3: account, 5: visitNumber ?? '' });

const pv1 = ({ patientClass, place, priorPlace, visitNumber, disposition, doctor }: FeedPv1): string =>
  segment('PV1', {
    2: patientClass ?? '',
    3: place ? pl(place) : '',
    6: priorPlace ? pl(priorPlace) : '',
    7: doctor,
    19: visitNumber ?? '',
    36: disposition,
  });

const pl = ({ ward, room, bed }: Place): string => (room === '' && bed === '' ? ward : `${ward}^${room}^${bed}`);

const cxList = (numbers: readonly FeedNumber[]): string =>
  numbers.map(({ facility, value }) => `${value}^^^${facility}^MR`).join('~');

const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;

function segment(name: string, fields: Record<number, string | undefined>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|').replace(/\|+$/, '');
}
