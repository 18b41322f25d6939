import type { QueryOf, patients } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import {
  legalName,
  parseStored,
  readBirthDate,
  readIdentifiers,
  sendingAuthority,
  senderCharset,
  type StoredText,
} from '../patient-events/index.ts';
import { listSharedNumbers } from '../patient-identity/index.ts';

const MAX_MESSAGES = 50;

/**
 * SQL: the caller may see the conflict, which needs access to every ward. A conflict is about two people, or about one
 * and a message that is not assigned. Either may be of any ward, and the decision needs a view of both.
 */
const isVisible = (scope: ApplicationScope): RawBuilder<boolean> =>
  sql<boolean>`(c.application_id = ${scope.applicationId} and ${!isOfSomeWards(scope)})`;

function selectConflicts(tx: Tx, scope: ApplicationScope) {
  return tx
    .selectFrom('identity_conflicts as c')
    .leftJoin('users as u', 'u.id', 'c.decided_by_id')
    .select([
      'c.id',
      'c.kind',
      'c.opened_at',
      'c.decision',
      'c.decided_at',
      'u.name as decided_by_name',
      'c.identifiers',
      'c.patient_ids',
    ])
    .$narrowType<Pick<patients.IdentityConflict, 'kind' | 'decision' | 'identifiers'>>()
    .where(isVisible(scope));
}

type ConflictRow = Awaited<ReturnType<ReturnType<typeof selectConflicts>['executeTakeFirstOrThrow']>>;

export async function listConflicts(
  tx: Tx,
  scope: ApplicationScope,
  { open, sort, term: _term, ...paging }: QueryOf<typeof patients.listIdentityConflicts>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = selectConflicts(tx, scope)
    .$if(open === '1', (rows) => rows.where('c.decision', 'is', null))
    .orderBy('c.opened_at', direction)
    .orderBy('c.id', direction);
  const page = await fetchPage(tx, query, paging);
  const data: patients.IdentityConflict[] = [];
  for (const row of page.data) data.push(await describe(tx, scope, row));
  return { ...page, data };
}

export async function getConflict(tx: Tx, scope: ApplicationScope, id: number): Promise<patients.IdentityConflict> {
  const row = await selectConflicts(tx, scope).where('c.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound('This conflict');
  return describe(tx, scope, row);
}

async function describe(
  tx: Tx,
  scope: ApplicationScope,
  { patient_ids: patientIds, ...row }: ConflictRow,
): Promise<patients.IdentityConflict> {
  return {
    ...row,
    opened_at: row.opened_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    patients: await listPeople(tx, scope.applicationId, patientIds),
    shared:
      row.decision === null && row.kind !== 'several_senders'
        ? (await listSharedNumbers(tx, scope.applicationId, patientIds, row.identifiers)).filter(
            ({ is_shared: isKnown }) => !isKnown,
          )
        : [],
    messages: await listWaiting(tx, scope.applicationId, row.id),
  };
}

async function listPeople(
  tx: Tx,
  applicationId: number,
  ids: readonly number[],
): Promise<patients.IdentityConflict['patients']> {
  const { rows } = await sql<patients.IdentityConflict['patients'][number]>`
    select p.id as patient_id, p.identifier, p.authority, p.given_name, p.family_name, p.birth_date, p.birth_date_precision, p.sex,
      p.deceased, p.identity_in_doubt
    from patients p where p.application_id = ${applicationId} and p.id = any(${ids}::bigint[]) order by p.id`.execute(
    tx,
  );
  return rows;
}

interface WaitingRow extends StoredText {
  id: number;
  event: string | null;
  event_at: Date;
  sending_facility: string;
}

async function listWaiting(
  tx: Tx,
  applicationId: number,
  conflictId: number,
): Promise<patients.IdentityConflict['messages']> {
  const { rows } = await sql<WaitingRow>`
    select m.id, m.event, m.event_at, m.sending_facility, coalesce(m.corrected, m.raw) as text, ${senderCharset} as sender_charset
    from identity_conflict_messages w
    join hl7_messages m on m.id = w.message_id
    where w.application_id = ${applicationId} and w.conflict_id = ${conflictId}
    order by m.id desc limit ${MAX_MESSAGES}`.execute(tx);
  return rows.map(({ text, sender_charset, ...row }) => ({
    ...row,
    event_at: row.event_at.toISOString(),
    ...toldBy({ text, sender_charset }),
  }));
}

/** Returns what the message itself says of the person. */
function toldBy(
  stored: StoredText,
): Pick<patients.IdentityConflict['messages'][number], 'given_name' | 'family_name' | 'birth_date' | 'identifiers'> {
  const parsed = parseStored(stored);
  const pid = parsed.ok ? parsed.message.pid() : undefined;
  if (!parsed.ok || !pid) return { given_name: null, family_name: null, birth_date: null, identifiers: [] };
  const name = legalName(pid);
  const born = readBirthDate(pid.dateTimeOfBirth.time, null);
  return {
    given_name: name?.givenName || null,
    family_name: name?.familyName.surname || null,
    birth_date: typeof born === 'object' && born ? born.date : null,
    identifiers: readIdentifiers(pid.patientIdentifierList, sendingAuthority(parsed.message.header)).map(
      ({ identifier, authorityTitle, type }) => ({ identifier, authority: authorityTitle, type }),
    ),
  };
}

/** Lists messages of a conflict that still wait for its decision, oldest first. */
export async function listWaitingIds(tx: Tx, applicationId: number, conflictId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from identity_conflict_messages w join hl7_messages m on m.id = w.message_id
    where w.application_id = ${applicationId} and w.conflict_id = ${conflictId} and m.state = 'error' order by m.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
