import { broadcasts } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { findUnanswerable, UNANSWERABLE_TEXTS } from '../survey-uses/index.ts';
import { mailingListExists, type BroadcastFields } from './broadcasts.queries.ts';
import { nextRun, type Schedule } from './next-run.ts';

const KNOWN_PLACEHOLDERS = broadcasts.BROADCAST_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

/** Returns the columns to store for a request body. Throws Invalid by field where the values make no sense. */
export async function readBroadcast(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  body: broadcasts.BroadcastBody,
): Promise<BroadcastFields> {
  const fields: BroadcastFields = {
    sendable_id: body.sendable_id,
    schedule: isOn(body.schedule),
    channel: body.channel,
    send_at: body.send_at || null,
    starts_at: body.starts_at?.slice(0, 10) || null,
    ends_at: body.ends_at?.slice(0, 10) || null,
    data: { day_of_week: body.data?.day_of_week.map(isOn) ?? EVERY_DAY },
    subject: body.subject || null,
    text: body.text || null,
  };
  const errors: Record<string, string[]> = { ...scheduleErrors(fields), ...textErrors(fields) };
  if (!(await mailingListExists(tx, applicationId, fields.sendable_id)))
    errors['sendable_id'] = ['This mailing list does not exist.'];
  const why = await findUnanswerable(tx, applicationId, surveyId);
  if (why) errors['survey_id'] = [UNANSWERABLE_TEXTS[why]];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return fields;
}

const EVERY_DAY = Array.from({ length: 7 }, () => true);
const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1';

function scheduleErrors({ schedule, send_at, starts_at, ends_at, data }: BroadcastFields): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [name, date] of Object.entries({ starts_at, ends_at })) {
    if (date && !isDate(date)) errors[name] = ['This day is not in the calendar.'];
  }
  if (starts_at && ends_at && ends_at < starts_at) errors['ends_at'] = ['The last day cannot come before the first.'];
  if (!schedule) return errors;
  if (!send_at) errors['send_at'] = ['Enter a time of day.'];
  if (!starts_at) errors['starts_at'] = ['Enter the first day.'];
  if (!data.day_of_week.includes(true)) errors['data.day_of_week'] = ['Choose at least one day of the week.'];
  if (Object.keys(errors).length > 0) return errors;
  const everRuns = nextRun(scheduleOf({ send_at, starts_at, ends_at, data }) as Schedule, 'UTC', new Date(0));
  return everRuns ? {} : { 'data.day_of_week': ['None of these days lies between the first and the last day.'] };
}

/** Returns whether the date exists, which 31 April does not. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

function textErrors(fields: BroadcastFields): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const name of ['subject', 'text'] as const) {
    const unknown = unknownPlaceholders(fields[name] ?? '');
    if (unknown.length > 0)
      errors[name] = [`${unknown.join(', ')} cannot be filled in. There are ${KNOWN_PLACEHOLDERS}.`];
  }
  return errors;
}

/** Returns placeholders that cannot be filled in; a reader would see an empty place. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .filter(([, name]) => !broadcasts.BROADCAST_PLACEHOLDERS.some((known) => known === name))
    .map(([whole]) => whole);

interface StoredSchedule {
  send_at: string | null;
  starts_at: string | null;
  ends_at: string | null;
  data: unknown;
}

/** Returns null when the broadcast has no schedule. */
export function scheduleOf({ send_at, starts_at, ends_at, data }: StoredSchedule): Schedule | null {
  if (!send_at || !starts_at) return null;
  const { day_of_week } = data as BroadcastFields['data'];
  return { send_at, starts_at, ends_at, day_of_week };
}
