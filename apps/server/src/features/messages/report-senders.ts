import type { senderReports } from '@wardvoice/contract';
import { parseMessage, type Message } from '@wardvoice/hl7';
import type { Tx } from '../../platform/db/database.ts';
import {
  diedInHospital,
  eventRule,
  ignoredType,
  readContactDetails,
  readDeath,
  readIdentifiers,
  readSenderTime,
  sendingAuthority,
} from '../patient-events/index.ts';
import { holdsNewSenders, listProfiles, profileOf } from './sender-profiles.queries.ts';
import { getReadingRules, listNewestOf, listSenders, type ReadingRow } from './sender-report.queries.ts';
import { isUsablePhone } from './usable-phone.ts';

type Report = senderReports.SenderReport;

/** Number of newest messages read per sender: enough for everything it sends in a day, few enough for one call. */
const MAX_EXAMINED = 500;
const MAX_VALUES = 30;
/** Only with at least this many messages does the absence of something mean anything. */
const MIN_FOR_ABSENCE = 200;

/**
 * Reads the newest messages of each sender and reports what it sends, for a person to check before the first survey is
 * sent.
 */
export async function reportSenders(tx: Tx, applicationId: number): Promise<Report[]> {
  const rules = await getReadingRules(tx, applicationId);
  const profiles = await listProfiles(tx, applicationId);
  const isHeld = await holdsNewSenders(tx, applicationId);
  const reports: Report[] = [];
  for (const sender of await listSenders(tx, applicationId)) {
    const rows = await listNewestOf(tx, applicationId, sender, MAX_EXAMINED);
    const profile = profileOf(sender, profiles, isHeld);
    const messages = rows.flatMap(({ raw }) => {
      const parsed = parseMessage(raw, { charsetOf: () => profile.charset });
      return parsed.ok ? [parsed.message] : [];
    });
    const [newest] = rows;
    const oldest = rows.at(-1);
    if (newest && oldest)
      reports.push(
        describe(
          profile,
          { messages, rows, first_at: oldest.received_at, last_at: newest.received_at },
          { ...rules, date_order: profile.date_order ?? rules.date_order },
        ),
      );
  }
  return reports;
}

interface Examined {
  messages: readonly Message[];
  rows: readonly { state: string }[];
  first_at: Date;
  last_at: Date;
}

function describe(
  profile: senderReports.SenderProfile,
  { messages, rows, first_at, last_at }: Examined,
  rules: ReadingRow,
): Report {
  const counts = { several: 0, badPhones: 0, nowhere: 0, doubtfulTexts: 0 };
  const [versions, events, dispositions, classes, deaths, dates, charsets, types, authorities] = Array.from(
    { length: 9 },
    createCount,
  ) as [Count, Count, Count, Count, Count, Count, Count, Count, Count];
  for (const message of messages) {
    const { header } = message;
    versions.add(header.versionId);
    const isDoubtful = message.decodingErrors.length > 0;
    if (isDoubtful) counts.doubtfulTexts += 1;
    charsets.add(header.characterSet || 'none', isDoubtful || profile.charset ? message.charset : null);
    const rule = eventRule(header.messageCode, header.triggerEvent);
    events.add(
      `${header.messageCode}^${header.triggerEvent}`,
      rule ? (rule.ignored ?? null) : ignoredType(header.messageCode),
    );
    const disposition = message.get('PV1-36') ?? '';
    dispositions.add(disposition, diedInHospital(disposition, rules.death_dispositions) ? 'death' : null);
    classes.add(message.get('PV1-2') ?? '');
    const pid = message.pid();
    if (!pid) continue;
    deaths.add(message.get('PID-30') ?? '""', readDeath(pid) === true ? 'death' : null);
    for (const text of [message.get('EVN-2'), message.get('PID-7')]) if (text) dates.add(formOf(text, rules));
    const identifiers = readIdentifiers(pid.patientIdentifierList, sendingAuthority(header));
    if (identifiers.length > 1) counts.several += 1;
    for (const { type, authorityTitle, authority } of identifiers) {
      types.add(type || 'none');
      const isOwn = pid.patientIdentifierList.every((cx) => cx.assigningAuthority.raw === '');
      authorities.add(authorityTitle, isOwn ? 'facility' : authority.length > 1 ? 'two names' : null);
    }
    const { phone, email } = readContactDetails(pid, rules.country);
    if (!phone && !email) counts.nowhere += 1;
    if (phone && !isUsablePhone(phone)) counts.badPhones += 1;
  }
  const errors = rows.filter(({ state }) => state === 'error').length;
  const report = {
    ...profile,
    examined: messages.length,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    versions: versions.list(),
    events: events.list(),
    dispositions: dispositions.list(),
    patient_classes: classes.list(),
    death_indicators: deaths.list(),
    date_forms: dates.list(),
    charsets: charsets.list(),
    identifier_types: types.list(),
    authorities: authorities.list(),
    several_identifiers: counts.several,
    unreadable_phones: counts.badPhones,
    without_phone_and_email: counts.nowhere,
    errors,
  };
  return { ...report, advice: adviceOf(report, counts.doubtfulTexts > 0) };
}

function formOf(text: string, { date_order }: ReadingRow): string {
  const read = readSenderTime(text, date_order);
  return read.ok ? read.form : read.reason;
}

function adviceOf(report: Omit<Report, 'advice'>, hasDoubtfulTexts: boolean): Report['advice'] {
  const has = (list: Report['events'], test: (entry: Report['events'][number]) => boolean) => list.some(test);
  const many = report.examined >= MIN_FOR_ABSENCE;
  const tellsDeaths =
    has(report.death_indicators, ({ meaning }) => meaning === 'death') ||
    has(report.dispositions, ({ meaning }) => meaning === 'death');
  return [
    ...(has(report.date_forms, ({ value }) => value === 'ambiguous' || value === 'unreadable')
      ? (['date_order_unknown'] as const)
      : []),
    ...(hasDoubtfulTexts ? (['charset_doubtful'] as const) : []),
    ...(has(report.authorities, ({ meaning }) => meaning === 'facility') ? (['no_authority'] as const) : []),
    ...(report.unreadable_phones > report.examined / 10 ? (['unusable_phones'] as const) : []),
    ...(many && !tellsDeaths ? (['no_deaths_told'] as const) : []),
    // Words where codes are expected: a person should say which of them mean a death.
    ...(has(report.dispositions, ({ value, meaning }) => meaning === null && /[A-Za-z]{3}/.test(value))
      ? (['unread_dispositions'] as const)
      : []),
    ...(report.errors > report.examined / 20 ? (['many_errors'] as const) : []),
    ...(has(report.events, ({ meaning }) => meaning !== null) ? (['events_not_used'] as const) : []),
  ];
}

interface Count {
  add(value: string, meaning?: string | null): void;
  /** Most frequent first. */
  list(): { value: string; count: number; meaning: string | null }[];
}

function createCount(): Count {
  const entries = new Map<string, { value: string; count: number; meaning: string | null }>();
  return {
    add(value, meaning = null) {
      const text = value.trim().slice(0, 100);
      if (text === '') return;
      const key = `${text}\0${meaning}`;
      const entry = entries.get(key);
      if (entry) entry.count += 1;
      else entries.set(key, { value: text, count: 1, meaning });
    },
    list: () => [...entries.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_VALUES),
  };
}
