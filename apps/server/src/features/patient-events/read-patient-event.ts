import { messageTexts } from '@wardvoice/contract';
import {
  EVN,
  MRG,
  PD1,
  PID,
  PV2,
  timestampToInstant,
  type Message,
  type Mrg,
  type Pid,
  type Segment,
} from '@wardvoice/hl7';
import { eventRule, otherTypeRule } from './adt-events.ts';
import { readContactDetails } from './contact-details.ts';
import type { PatientEvent, PatientFacts, PersonGroup, PriorNumbers, Sent } from './patient-event.ts';
import { readDeath } from './read-death.ts';
import { numbersInPid2And4, readIdentifiers, sendingAuthority, type SentIdentifier } from './read-identifiers.ts';
import { readLanguage } from './read-language.ts';
import { readSex } from './read-sex.ts';
import { readBirthDate, readSenderTime, type BirthDate, type DateOrder } from './read-time.ts';
import { readVisitFacts } from './read-visit.ts';
import { sentText, storable } from './storable.ts';

export interface ReadingRules {
  timeZone: string;
  /** ISO 3166 code, for phone numbers without a country code. */
  country: string;
  /** The order of day and month in dates with slashes. */
  dateOrder: DateOrder;
}

export type ReadResult =
  { ok: true; event: PatientEvent } | { ok: false; error: { code: string; field: string; text: string } };

const DATA_TYPE_ERROR = '102';
const REQUIRED_FIELD_MISSING = '101';

/** A clock may be wrong by a time zone, but not by more. */
const MAX_AHEAD_MS = 26 * 3_600_000;
/** HL7 dates from 1987, so no event is older than this. */
const EARLIEST_EVENT = new Date('1985-01-01T00:00:00Z');

/**
 * Reads a message about patients: ADT, SIU, or another type of which only a death is used. Facts that decide whether
 * somebody is written to must be right, so an unreadable event time or date of birth is an error. An impossible event
 * time is a warning, and the time of arrival is used. Other odd fields are left out. Error texts never contain content
 * of the message.
 */
export function readPatientEvent(
  message: Message,
  messageId: number,
  receivedAt: Date,
  rules: ReadingRules,
): ReadResult {
  const { header } = message;
  const rule = eventRule(header.messageCode, header.triggerEvent) ?? otherTypeRule(header.messageCode);
  const warnings: string[] = hasDoubtfulText(message) ? [messageTexts.WARNINGS.charset] : [];
  const groups: PersonGroup[] = [];
  for (const lines of personGroups(message)) {
    const group = readGroup(message, lines, rules);
    if ('code' in group) return { ok: false, error: group };
    groups.push(group);
  }
  const [person] = groups;
  if (!person) return wrong(REQUIRED_FIELD_MISSING, 'PID-3', messageTexts.missing('PID-3'));

  const evn = message.segment('EVN');
  const recorded = (evn ? EVN.view(evn).recordedDateTime.time : '') || header.dateTime;
  const at = readEventTime(recorded, receivedAt, rules, warnings);
  if (!at) return wrong(DATA_TYPE_ERROR, 'EVN-2', messageTexts.ERRORS.eventTime);

  const needsPrior = rule.identity === 'merge' || rule.identity === 'move_numbers';
  if (needsPrior && !groups.some(({ prior }) => prior && prior.identifiers.length > 0))
    return wrong(REQUIRED_FIELD_MISSING, 'MRG-1', messageTexts.missing('MRG-1'));
  const needsTwo = rule.identity === 'link' || rule.identity === 'unlink' || rule.visit === 'swap';
  if (needsTwo && groups.length < 2) return wrong(REQUIRED_FIELD_MISSING, 'PID', messageTexts.ERRORS.secondPid);

  const phoneHome = phoneHomeOf(message);
  const event = { messageId, event: header.triggerEvent, rule, at, person, groups, phoneHome };
  return { ok: true, event: { ...event, warnings: [...warnings, ...visitWarnings(groups, receivedAt)] } };
}

const wrong = (code: string, field: string, text: string) => ({ ok: false, error: { code, field, text } }) as const;

/** Segments of which texts are used. */
const USED_SEGMENTS: ReadonlySet<string> = new Set(['PID', 'PV1', 'PV2', 'MRG', 'DG1', 'IN1', 'SCH', 'AIL', 'AIP']);

const hasDoubtfulText = ({ decodingErrors }: Message): boolean =>
  decodingErrors.some(({ segment }) => USED_SEGMENTS.has(segment));

/**
 * Splits a message into groups: each PID with the segments up to the next. A second MRG under one PID begins another
 * group of the same patient, as in an A45 that moves several visits (HL7 v2.5.1 §3.3.45).
 */
function personGroups(message: Message): Segment[][] {
  const groups: Segment[][] = [];
  for (const segment of message.segments) {
    const group = groups.at(-1);
    if (segment.name === 'PID') groups.push([segment]);
    else if (segment.name === 'MRG' && group?.[0] && group.some(({ name }) => name === 'MRG'))
      groups.push([group[0], segment]);
    else group?.push(segment);
  }
  return groups;
}

function readGroup(
  message: Message,
  lines: readonly Segment[],
  rules: ReadingRules,
): PersonGroup | { code: string; field: string; text: string } {
  const find = (name: string) => lines.find((segment) => segment.name === name);
  const all = (name: string) => lines.filter((segment) => segment.name === name);
  const [first] = lines;
  if (!first) return { code: REQUIRED_FIELD_MISSING, field: 'PID', text: messageTexts.missing('PID') };
  const pid = PID.view(first);
  const identifiers = identifiersOf(message, pid);
  if (identifiers.length === 0)
    return { code: REQUIRED_FIELD_MISSING, field: 'PID-3', text: messageTexts.missing('PID-3') };
  const birthDate = readBirthDate(pid.dateTimeOfBirth.time, rules.dateOrder);
  if (birthDate === 'unreadable') return { code: DATA_TYPE_ERROR, field: 'PID-7', text: messageTexts.ERRORS.birthDate };
  const mrg = find('MRG');
  return {
    identifiers,
    facts: { ...readFacts(pid, find, birthDate, rules), mother: readMother(message, pid) },
    accountNumber: sentText(pid.patientAccountNumber.idNumber),
    visit: readVisitFacts(
      message,
      { pid, pv1: find('PV1'), pv2: find('PV2'), diagnoses: all('DG1'), insurances: all('IN1') },
      rules,
    ),
    prior: mrg ? readPrior(message, MRG.view(mrg)) : null,
  };
}

/** Returns all numbers of a person, each once: those of PID-3, and of PID-2 and PID-4 where the version uses them. */
function identifiersOf(message: Message, pid: Pid): SentIdentifier[] {
  const { header } = message;
  const found = [
    ...readIdentifiers(pid.patientIdentifierList, sendingAuthority(header)),
    ...(numbersInPid2And4(header)
      ? [
          ...readIdentifiers([pid.patientId], sendingAuthority(header, 'PID-2')),
          ...readIdentifiers(pid.alternatePatientId, sendingAuthority(header, 'PID-4')),
        ]
      : []),
  ];
  const keys = new Set<string>();
  return found.filter(({ identifier, type, authority }) => {
    const key = [identifier, type, ...authority].join('\0');
    return !keys.has(key) && keys.add(key);
  });
}

function readMother({ header }: Message, pid: Pid): Sent<SentIdentifier> {
  if (pid.mothersIdentifier.some(({ isNull }) => isNull)) return null;
  return readIdentifiers(pid.mothersIdentifier, sendingAuthority(header))[0];
}

/** Reads MRG-1 and, where older versions put prior numbers, MRG-2 and MRG-4 (HL7 v2.5.1 §3.4.9). */
function readPrior({ header }: Message, mrg: Mrg): PriorNumbers {
  return {
    identifiers: [
      ...readIdentifiers(mrg.priorPatientIdentifierList, sendingAuthority(header)),
      ...readIdentifiers([mrg.priorPatientId], sendingAuthority(header, 'PID-2')),
      ...readIdentifiers(mrg.priorAlternatePatientId, sendingAuthority(header, 'PID-4')),
    ],
    visitNumber: sentText(mrg.priorVisitNumber.idNumber) ?? null,
    accountNumber: sentText(mrg.priorPatientAccountNumber.idNumber) ?? null,
  };
}

function readFacts(
  pid: Pid,
  find: (name: string) => Segment | undefined,
  birthDate: BirthDate | null | undefined,
  { country }: ReadingRules,
): Omit<PatientFacts, 'mother'> {
  const pd1 = find('PD1');
  const pv2 = find('PV2');
  const name = legalName(pid);
  const publicity = [pd1 && PD1.view(pd1).publicityCode.identifier, pv2 && PV2.view(pv2).visitPublicityCode];
  const protection = [pd1 && PD1.view(pd1).protectionIndicator, pv2 && PV2.view(pv2).visitProtectionIndicator];
  return {
    given_name: name ? (name.isNull ? null : sentText(name.givenName)) : undefined,
    family_name: name ? (name.isNull ? null : sentText(name.familyName.surname)) : undefined,
    birth_date: birthDate === null || birthDate === undefined ? birthDate : birthDate.date,
    birth_date_precision: birthDate?.precision ?? 'day',
    sex: readSex(pid.administrativeSex),
    language: readLanguage(pid.primaryLanguage),
    ...readContactDetails(pid, country),
    deceased: readDeath(pid),
    // "N" means no publicity, protected (HL7 table 0215).
    protected:
      protection.includes('Y') || publicity.includes('N')
        ? true
        : protection.includes('N') || protection.includes(null)
          ? false
          : undefined,
    identity_unknown: readUnknown(pid.identityUnknownIndicator),
  };
}

/** Names that are not what a person is called by (HL7 table 0200), such as an alias, a maiden name or a partner's. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  'A',
  'B',
  'BAD',
  'M',
  'MSK',
  'N',
  'NAV',
  'NOUSE',
  'P',
  'S',
  'SP',
  'T',
  'TEMP',
]);

/** Returns the name with the type L; else the first that is not of another kind, or the first. */
export function legalName({ patientName: names }: Pid): Pid['patientName'][number] | undefined {
  const typeOf = (name: Pid['patientName'][number]) => (name.nameTypeCode ?? '').trim().toUpperCase();
  return (
    names.find((name) => typeOf(name) === 'L' && !name.isNull) ??
    names.find((name) => !OTHER_NAMES.has(typeOf(name))) ??
    names[0]
  );
}

const readUnknown = (indicator: string | null): Sent<boolean> =>
  indicator === 'Y' ? true : indicator === '' ? undefined : false;

/** Returns null when the time cannot be read. An impossible time is replaced by the time of arrival, with a warning. */
function readEventTime(
  recorded: string | null,
  receivedAt: Date,
  { timeZone, dateOrder }: ReadingRules,
  warnings: string[],
): Date | null {
  if (!recorded) return receivedAt;
  const read = readSenderTime(recorded, dateOrder);
  if (!read.ok) return null;
  const at = timestampToInstant(read.value, timeZone);
  if (!isAhead(at, receivedAt) && at >= EARLIEST_EVENT) return at;
  warnings.push(messageTexts.WARNINGS.eventTime);
  return receivedAt;
}

const isAhead = (at: Date, receivedAt: Date): boolean => at.getTime() - receivedAt.getTime() > MAX_AHEAD_MS;

/** Removes impossible times of visits, such as an admission tomorrow, and returns the warnings. */
function visitWarnings(groups: readonly PersonGroup[], receivedAt: Date): string[] {
  const warnings: string[] = [];
  for (const { visit } of groups) {
    if (visit?.admitted_at && isAhead(visit.admitted_at, receivedAt)) {
      visit.expected_at ??= visit.admitted_at;
      visit.admitted_at = undefined;
      warnings.push(messageTexts.WARNINGS.admissionTime);
    }
    if (visit?.discharged_at && isAhead(visit.discharged_at, receivedAt)) {
      visit.discharged_at = undefined;
      warnings.push(messageTexts.WARNINGS.dischargeTime);
    }
  }
  return warnings;
}

const MAX_PHONE_HOME = 2_000;

/** Returns PID-13 with carets, whatever the sender's own separator is, because scripts split it at carets. */
function phoneHomeOf(message: Message): string | null {
  const [first] = message.repetitions('PID-13');
  return storable(first?.raw ?? '', MAX_PHONE_HOME).replaceAll(message.header.componentSeparator, '^') || null;
}
