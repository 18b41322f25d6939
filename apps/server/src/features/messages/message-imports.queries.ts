import { sql, type RawBuilder } from 'kysely';
import type { messages } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/**
 * An import that has reported nothing for this long was interrupted: the statement of a batch is cancelled after 30
 * seconds.
 */
const INTERRUPTED_AFTER_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 20;

export interface NewImport {
  key: string | null;
  fileName: string;
  total: number;
}

/** Returns undefined when this person has used the key before. */
export async function insertImport(
  tx: Tx,
  { userId, applicationId }: ApplicationScope,
  { key, fileName, total }: NewImport,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('message_imports')
    .values({
      application_id: applicationId,
      user_id: userId,
      key,
      file_name: fileName,
      total,
      started_at: now,
      moved_at: now,
    })
    .onConflict((conflict) => conflict.columns(['application_id', 'user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface Step {
  done: number;
  accepted: number;
  refused: number;
  duplicates: number;
  state: 'running' | 'finished' | 'interrupted';
}

export async function moveImport(tx: Tx, scope: ApplicationScope, id: number, step: Step, now: Date): Promise<void> {
  await tx
    .updateTable('message_imports')
    .set({ ...step, moved_at: now, finished_at: step.state === 'finished' ? now : null })
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .execute();
}

/**
 * Lists imports. An import whose process died is recognised because it reports nothing more. The name of a file may
 * contain a patient's name, so callers who see only some wards see their own imports.
 */
export async function listImports(tx: Tx, scope: ApplicationScope, now: Date) {
  const { rows } = await sql<messages.MessageImport>`
    select id, key, file_name, total, done, accepted, refused, duplicates, started_at, finished_at,
      case when state = 'running' and moved_at < ${new Date(now.getTime() - INTERRUPTED_AFTER_MS)} then 'interrupted'
        else state end as state
    from message_imports
    where application_id = ${scope.applicationId} and moved_at > ${new Date(now.getTime() - DAY_MS)}
      and (${!isOfSomeWards(scope)} or user_id = ${scope.userId})
    order by id desc limit ${MOST}`.execute(tx);
  return rows;
}

/** Deletes old imports, because the names of their files may contain names of patients and are no longer needed. */
export async function forgetImports(tx: Tx, until: Date): Promise<void> {
  await tx.deleteFrom('message_imports').where('moved_at', '<', until).execute();
}

/**
 * Deletes the names of imported files that name a person. `inFileName` returns SQL that is true for such a
 * name.
 */
export async function forgetImportsNaming(
  tx: Tx,
  applicationId: number,
  inFileName: (text: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update message_imports set file_name = ''
    where application_id = ${applicationId} and ${inFileName(sql`file_name`)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
