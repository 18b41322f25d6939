import { NATIONAL, type Authority, type ModelIdentifier, type ModelRecord } from './model-hospital.ts';
import type { Random } from './random.ts';

/** A person whom a message names in addition to the first: the two are merged, linked or moved by it. */
export interface OtherPerson {
  identifiers: readonly ModelIdentifier[];
  born: string;
  familyName?: string;
  facts?: Pick<ModelRecord, 'givenName' | 'phone' | 'email' | 'language'>;
  prior?: readonly ModelIdentifier[];
  visit?: WrittenVisit;
}

interface WrittenVisit {
  number: string;
  ward?: string;
  patientClass: string;
  disposition?: string;
  /** DG1-3 */
  diagnosis?: string;
}

/** The content of a message, except whom it is about. */
export interface MessageContent {
  controlId: string;
  event: string;
  /** EVN-2 and MSH-7 */
  at: Date;
  sites: readonly string[];
  /** MSH-4 */
  facility: string;
  /** True for a message that names each authority by both its names. From then on either name may be used. */
  isIntroduction?: boolean;
  /** Numbers of the patient. Without any, the message has no PID. */
  identifiers: readonly ModelIdentifier[];
  /** The number of an insurance, which relatives share and which decides nothing; null: the person has none. */
  insurance?: string | null;
  /** Name, phone, e-mail and language. They are left out where they do not matter, as many senders do. */
  facts?: Pick<ModelRecord, 'givenName' | 'phone' | 'email' | 'language'>;
  familyName: string;
  born: string;
  /** PID-21 */
  mother?: ModelIdentifier;
  /** PID-30 */
  died?: string;
  /** PID-31 */
  unknown?: string;
  /** PD1-12 */
  protection?: string;
  /** MRG-1 */
  prior?: readonly ModelIdentifier[];
  /** MRG-5 */
  priorVisit?: string;
  others?: readonly OtherPerson[];
  visit?: WrittenVisit;
  /** MSH-11; default: production. */
  processingId?: string;
  /** `state` is SCH-25. */
  appointment?: { number: string; at: Date; state?: string };
}

const OIDS = ['1.2.3.1', '1.2.3.2', '1.2.3.9'];

interface Naming {
  random: Random;
  facility: string;
  sites: readonly string[];
}

/** Writes one HL7 v2 message. What HL7 leaves to the sender is chosen at random. */
export function writeMessage(random: Random, content: MessageContent): string {
  const { controlId, event, at, facts, visit, appointment, facility, sites } = content;
  const naming = { random, facility, sites };
  const type = appointment ? 'SIU' : 'ADT';
  const numbers = (list: readonly ModelIdentifier[]) => list.map((one) => cx(naming, one)).join('~');
  const insured = content.insurance ? `~${content.insurance}^^^INSURANCE^XX` : '';
  const segments = [
    `MSH|^~\\&|PAS|${facility}|WARDVOICE|Q|${hl7Time(at)}||${type}^${event}|${controlId}|${content.processingId ?? 'P'}|2.5.1||||||UNICODE UTF-8`,
    appointment ? schedule(appointment) : `EVN|${event}|${hl7Time(at)}`,
    content.identifiers.length === 0
      ? 'NPU|ASH^1^A|H'
      : segment('PID', {
          3:
            (content.isIntroduction
              ? content.identifiers.map((one) => cxWithBothNames(sites, one)).join('~')
              : numbers(random.shuffle(content.identifiers))) + insured,
          5: facts ? `${content.familyName}^${facts.givenName}` : '',
          7: content.born,
          8: 'F',
          13: facts ? contactDetails(random, facts) : '',
          15: facts?.language ?? '',
          21: content.mother ? cx(naming, content.mother) : '',
          30: content.died ?? '',
          31: content.unknown ?? '',
        }),
    content.protection === undefined ? null : segment('PD1', { 12: content.protection }),
    content.prior ? segment('MRG', { 1: numbers(content.prior) + insured, 5: content.priorVisit ?? '' }) : null,
    visit ? patientVisit(visit) : null,
    ...(content.others ?? []).flatMap((other) => [
      segment('PID', {
        3: numbers(random.shuffle(other.identifiers)),
        5: other.facts ? `${other.familyName ?? ''}^${other.facts.givenName}` : '',
        7: other.born,
        8: 'F',
        13: other.facts ? contactDetails(random, other.facts) : '',
      }),
      ...(other.prior ? [segment('MRG', { 1: numbers(other.prior) })] : []),
      ...(other.visit ? [patientVisit(other.visit)] : []),
    ]),
  ];
  return `${segments.filter((line) => line !== null).join('\r')}\r`;
}

const oidOf = (sites: readonly string[], authority: Authority): string =>
  OIDS[authority === NATIONAL ? 2 : sites.indexOf(authority)] ?? '';
const typeOf = (authority: Authority): string => (authority === NATIONAL ? 'NI' : 'MR');

/**
 * Writes a number as a CX. The facility's own number may come without an authority; any other has its authority's namespace, OID,
 * or both.
 */
function cx({ random, facility, sites }: Naming, { authority, value }: ModelIdentifier): string {
  const oid = oidOf(sites, authority);
  const names = [authority, `${authority}&${oid}&ISO`, `&${oid}&ISO`, `&urn:oid:${oid}&`];
  const name = random.pick(authority === facility ? ['', ...names] : names);
  return `${value}^^^${name}^${typeOf(authority)}`;
}

const cxWithBothNames = (sites: readonly string[], { authority, value }: ModelIdentifier): string =>
  `${value}^^^${authority}&${oidOf(sites, authority)}&ISO^${typeOf(authority)}`;

function contactDetails(random: Random, { phone, email }: { phone: string | null; email: string | null }): string {
  const details = [
    ...(phone === null ? [] : [random.pick([`${phone}^PRN^CP`, `^PRN^CP^^^^^^^^^${phone}`])]),
    ...(email === null ? [] : [`^NET^Internet^${email}`]),
  ];
  return details.length === 0 ? '""' : random.shuffle(details).join('~');
}

const patientVisit = ({ number, ward, patientClass, disposition = '', diagnosis }: WrittenVisit): string =>
  [
    segment('PV1', { 2: patientClass, 3: ward ? `${ward}^1^A` : '', 19: number, 36: disposition }),
    ...(diagnosis === undefined ? [] : [segment('DG1', { 1: '1', 3: diagnosis })]),
  ].join('\r');

const schedule = ({ number, at, state = '' }: { number: string; at: Date; state?: string }): string =>
  segment('SCH', { 1: number, 2: number, 11: `^^^${hl7Time(at)}`, 25: state });

const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;

function segment(name: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|');
}
