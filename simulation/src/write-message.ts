import type { Authority, ModelIdentifier, ModelRecord } from './model-hospital.ts';
import type { Random } from './random.ts';

/** What a message says, beside whom it is about. */
export interface MessageContent {
  controlId: string;
  event: string;
  /** When it happened. */
  at: Date;
  /** Gives both names of each authority; from then on either will do. */
  isIntroduction?: boolean;
  identifiers: readonly ModelIdentifier[];
  /** Name, phone, e-mail and language; left out where they do not matter, as many senders do. */
  facts?: Pick<ModelRecord, 'givenName' | 'phone' | 'email' | 'language'>;
  familyName: string;
  born: string;
  /** PID-30 */
  died?: string;
  /** PID-31 */
  unknown?: string;
  /** PD1-12 */
  protection?: string;
  /** MRG-1 */
  prior?: readonly ModelIdentifier[];
  visit?: { number: string; ward?: string; patientClass: string; disposition?: string };
  appointment?: { number: string; at: Date };
}

const OIDS: Readonly<Record<Authority, string>> = { NORTH: '1.2.3.1', SOUTH: '1.2.3.2', NATIONAL: '1.2.3.9' };
const TYPES: Readonly<Record<Authority, string>> = { NORTH: 'MR', SOUTH: 'MR', NATIONAL: 'NI' };

/** One HL7 v2 message; what HL7 leaves to the sender is decided by chance. */
export function writeMessage(random: Random, content: MessageContent): string {
  const { controlId, event, at, facts, visit, appointment } = content;
  const type = appointment ? 'SIU' : 'ADT';
  const facility = random.pick(['NORTH', 'SOUTH'] as const);
  const segments = [
    `MSH|^~\\&|PAS|${facility}|WARDVOICE|Q|${hl7Time(at)}||${type}^${event}|${controlId}|P|2.5.1||||||UNICODE UTF-8`,
    appointment ? schedule(appointment) : `EVN|${event}|${hl7Time(at)}`,
    segment('PID', {
      3: random
        .shuffle(content.identifiers)
        .map((one) => (content.isIntroduction ? cxWithBothNames(one) : cx(random, facility, one)))
        .join('~'),
      5: facts ? `${content.familyName}^${facts.givenName}` : '',
      7: content.born,
      8: 'F',
      13: facts ? contactDetails(random, facts) : '',
      15: facts?.language ?? '',
      30: content.died ?? '',
      31: content.unknown ?? '',
    }),
    content.protection === undefined ? null : segment('PD1', { 12: content.protection }),
    content.prior ? `MRG|${content.prior.map((one) => cx(random, facility, one)).join('~')}` : null,
    visit
      ? segment('PV1', {
          2: visit.patientClass,
          3: visit.ward ? `${visit.ward}^1^A` : '',
          19: visit.number,
          36: visit.disposition ?? '',
        })
      : null,
  ];
  return `${segments.filter((line) => line !== null).join('\r')}\r`;
}

/** A number of the facility's own may come without an authority; any other by namespace, by OID, or by both. */
function cx(random: Random, facility: string, { authority, value }: ModelIdentifier): string {
  const oid = OIDS[authority];
  const names = [authority, `${authority}&${oid}&ISO`, `&${oid}&ISO`, `&urn:oid:${oid}&`];
  const name = random.pick(authority === facility ? ['', ...names] : names);
  return `${value}^^^${name}^${TYPES[authority]}`;
}

const cxWithBothNames = ({ authority, value }: ModelIdentifier): string =>
  `${value}^^^${authority}&${OIDS[authority]}&ISO^${TYPES[authority]}`;

function contactDetails(random: Random, { phone, email }: { phone: string | null; email: string | null }): string {
  const details = [
    ...(phone === null ? [] : [random.pick([`${phone}^PRN^CP`, `^PRN^CP^^^^^^^^^${phone}`])]),
    ...(email === null ? [] : [`^NET^Internet^${email}`]),
  ];
  return details.length === 0 ? '""' : random.shuffle(details).join('~');
}

const schedule = ({ number, at }: { number: string; at: Date }): string =>
  segment('SCH', { 1: number, 2: number, 11: `^^^${hl7Time(at)}` });

const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;

function segment(name: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|');
}
