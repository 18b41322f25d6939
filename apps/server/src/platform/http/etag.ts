import { createHash } from 'node:crypto';
import type { Endpoint, Schema } from '@wardvoice/contract';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../db/database.ts';
import { PreconditionFailed, RequestError, StaleVersion } from '../errors.ts';

/** The tables whose rows count their versions and can be deleted by a call. */
export type VersionedTable =
  | 'answer_scales'
  | 'api_keys'
  | 'applications'
  | 'broadcasts'
  | 'case_causes'
  | 'categories'
  | 'contacts'
  | 'department_escalations'
  | 'departments'
  | 'duty_shifts'
  | 'mailing_lists'
  | 'options'
  | 'outcome_scores'
  | 'pathways'
  | 'permissions'
  | 'questions'
  | 'roles'
  | 'saved_views'
  | 'survey_sections'
  | 'surveys'
  | 'triggers'
  | 'users'
  | 'webhooks'
  | 'destinations'
  | 'report_schedules'
  | 'ward_pages'
  | 'ward_page_entries';

export const NOTHING_TO_COMPARE = 'This record has no version to compare with If-Match. Send it without.';

/** Versions that a tag names. A user has a second one in the current application, which changes by itself. */
interface Versions {
  record: number;
  seat: number | null;
}

/** Name of the part of a user that has a version of its own. */
const SEAT = 'application_user';
const HASH_CHARACTERS = 16;
const TAG = /^"(\d{1,9})(?:\.(\d{1,9}))?(?:-[\w-]{1,40})?"$/;

const fieldsOf = (schema: Schema | undefined): Readonly<Record<string, Schema | undefined>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** Returns whether a call answers one record that counts its versions, and so an ETag. */
export const answersVersion = ({ reply }: Endpoint): boolean =>
  fieldsOf(fieldsOf(reply)['data'])['version'] instanceof z.ZodNumber;

/** Returns whether the body of a call may name the version that it changes. */
export const takesVersion = ({ body, wrapper }: Endpoint): boolean =>
  'version' in fieldsOf(wrapper === undefined ? body : fieldsOf(body)[wrapper]);

/** Returns whether a call changes one record that counts its versions, in contrast to one that makes or previews it. */
export const changesVersion = (endpoint: Endpoint): boolean =>
  takesVersion(endpoint) &&
  (endpoint.method === 'PUT' || (endpoint.status === 200 && endpoint.params !== undefined && answersVersion(endpoint)));

const numberIn = (value: unknown, name: string): number | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return typeof found === 'number' ? found : null;
};
const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * Returns the strong tag of an answer, as in `"7-Jp0…"`: its version, by which a change is compared, and a hash of all that is shown,
 * because a record may show what belongs to another one.
 */
export function etagOf(answer: unknown, text: string): string {
  const data = partOf(answer, 'data');
  const seat = numberIn(partOf(data, SEAT), 'version');
  const versions = `${numberIn(data, 'version')}${seat === null ? '' : `.${seat}`}`;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
  return `"${versions}-${hash}"`;
}

/** Returns whether the caller has this answer already. Weak tags count as well (RFC 9110 §13.1.2). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

/**
 * Returns the versions that If-Match names; null without a condition. A tag that is none of ours matches nothing: 412. The hash in a
 * tag is not compared, and may be left out: a change elsewhere is no change of this record.
 */
export function readIfMatch(header: string | undefined): Versions | null {
  if (header === undefined || header.trim() === '*') return null;
  if (header.includes(',')) throw new RequestError(400, 'Send one ETag as If-Match.');
  const [, record, seat] = TAG.exec(header.trim()) ?? [];
  if (record === undefined) throw new PreconditionFailed();
  return { record: Number(record), seat: seat === undefined ? null : Number(seat) };
}

/** Returns the body with the versions of If-Match, as if it had named them itself. Throws 412 when it names others. */
export function withVersions({ wrapper }: Endpoint, body: unknown, { record, seat }: Versions): unknown {
  const target = wrapper === undefined ? body : partOf(body, wrapper);
  const named = numberIn(target, 'version');
  if (named !== null && named !== record) throw new PreconditionFailed();
  const versioned = { ...(target as object), version: record };
  if (wrapper === undefined) return versioned;
  const place = partOf(body, SEAT);
  const isPlaced = seat !== null && typeof place === 'object' && place !== null;
  return {
    ...(body as object),
    [wrapper]: versioned,
    ...(isPlaced ? { [SEAT]: { ...place, version: seat } } : {}),
  };
}

/** Locks a row until the end of the transaction. Returns its version; null where the caller sees no such row. */
export async function lockVersion(tx: Tx, table: VersionedTable, id: unknown): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where id = ${id} for update
  `.execute(tx);
  return rows[0]?.version ?? null;
}

/** The same as a conflict of versions, for a caller who made them a condition of the call. */
export const asPrecondition = (error: unknown, header: string | undefined): unknown =>
  error instanceof StaleVersion && header !== undefined ? new PreconditionFailed() : error;
