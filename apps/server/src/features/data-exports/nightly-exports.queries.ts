import type { dataExports } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isRestored } from '../../platform/db/is-restored.ts';

/** What is exported where nobody has chosen anything yet: nothing. */
const NOTHING: dataExports.NightlyExport = {
  active: false,
  subjects: ['answers'],
  format: 'parquet',
  with_comments: false,
  days: null,
};

export async function getNightly(tx: Tx, applicationId: number): Promise<dataExports.NightlyExport> {
  const { rows } = await sql<dataExports.NightlyExport>`
    select active, subjects, format, with_comments, days from nightly_exports
    where application_id = ${applicationId}`.execute(tx);
  return rows[0] ?? NOTHING;
}

export async function saveNightly(tx: Tx, applicationId: number, chosen: dataExports.NightlyExport): Promise<void> {
  await tx
    .insertInto('nightly_exports')
    .values({ ...chosen, application_id: applicationId })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(chosen))
    .execute();
}

export type DueNightly = dataExports.NightlyExport & { application_id: number; first_day: string | null };

/**
 * Claims what is to be exported this night, each application once. `first_day` is by its calendar. A database that was restored
 * exports nothing until a person has released its sending: the files of a copy would lie among those of the hospital.
 */
export async function claimDueNightly(tx: Tx, now: Date): Promise<DueNightly[]> {
  const { rows } = await sql<DueNightly>`
    update nightly_exports n set last_day = (${now}::timestamptz at time zone 'UTC')::date
    from applications a
    where a.id = n.application_id and n.active and n.last_day is distinct from (${now}::timestamptz at time zone 'UTC')::date
      and not ${isRestored(sql`n.application_id`)}
    returning n.application_id, n.active, n.subjects, n.format, n.with_comments, n.days,
      to_char((${now}::timestamptz at time zone a.time_zone)::date - n.days, 'YYYY-MM-DD') as first_day`.execute(tx);
  return rows;
}
