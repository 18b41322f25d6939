/** The parts of a small, obviously invented message; each has a default. */
export interface MessageParts {
  facility?: string;
  application?: string;
  event?: string;
  type?: string;
  controlId?: string;
  processingId?: string;
  version?: string;
  /** YYYYMMDDHHMMSS, UTC */
  at?: string;
  patient?: string;
  family?: string;
  given?: string;
  born?: string;
  phone?: string;
  visit?: string;
  ward?: string;
  patientClass?: string;
  disposition?: string;
  /** PID-15 */
  language?: string;
  /** PID-21, in full. */
  mother?: string;
  /** PID-30 */
  died?: string;
  /** PID-31 */
  unknown?: string;
  /** MSH-15 */
  accept?: string;
  /** MSH-16 */
  applied?: string;
  charset?: string;
  /** Segments that are added after PID. */
  more?: string[];
  /** Names of segments that are left out. */
  without?: string[];
}

let count = 0;

export const hl7Time = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');

export function adt(parts: MessageParts = {}): string {
  count += 1;
  const at = parts.at ?? hl7Time(new Date());
  const event = parts.event ?? 'A01';
  const segments = [
    segment('MSH', {
      1: '^~\\&',
      2: parts.application ?? 'PAS',
      3: parts.facility ?? 'HOSP1',
      4: 'WARDVOICE',
      5: 'Q',
      6: `${at}+0000`,
      8: `${parts.type ?? 'ADT'}^${event}`,
      9: parts.controlId ?? `C${count}`,
      10: parts.processingId ?? 'P',
      11: parts.version ?? '2.5.1',
      14: parts.accept ?? '',
      15: parts.applied ?? '',
      17: parts.charset ?? 'UNICODE UTF-8',
    }),
    segment('EVN', { 1: event, 2: `${at}+0000` }),
    segment('PID', {
      3: `${parts.patient ?? `P${count}`}^^^HOSP^MR`,
      5: `${parts.family ?? 'Inventwell'}^${parts.given ?? 'Orla'}`,
      7: parts.born ?? '19700517',
      8: 'F',
      13: parts.phone ?? '07700 900123^PRN^CP^orla@example.org',
      15: parts.language ?? 'EN',
      21: parts.mother ?? '',
      30: parts.died ?? '',
      31: parts.unknown ?? '',
    }),
    ...(parts.more ?? []),
    segment('PV1', {
      2: parts.patientClass ?? 'I',
      3: `${parts.ward ?? 'ASH'}^1^A`,
      10: 'MED',
      19: parts.visit ?? `V${count}`,
      36: parts.disposition ?? '',
    }),
  ];
  return segments.filter((line) => !(parts.without ?? []).includes(line.slice(0, 3))).join('\r') + '\r';
}

/**
 * Writes a segment. Fields have their position between the bars: in MSH it is one less than the field number, because MSH-1 is
 * the bar itself.
 */
function segment(name: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|');
}
