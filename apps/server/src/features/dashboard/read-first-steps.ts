import type { dashboard } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Returns which first steps an application has completed; null once a survey was answered. */
export async function readFirstSteps(tx: Tx, applicationId: number): Promise<dashboard.Dashboard['first_steps']> {
  const answered = await tx
    .selectFrom('feedback')
    .select('id')
    .where('application_id', '=', applicationId)
    .limit(1)
    .executeTakeFirst();
  if (answered) return null;
  const { rows } = await sql<NonNullable<dashboard.Dashboard['first_steps']>>`
    select
      (select max(s.id) from surveys s
        where s.application_id = ${applicationId} and s.active
          and exists (select from questions q where q.application_id = s.application_id and q.survey_id = s.id)) as survey_id,
      (select jsonb_build_object('id', l.id, 'has_people', has_people)
        from mailing_lists l, lateral (select exists (
          select from mailing_list_contacts c where c.application_id = l.application_id and c.mailing_list_id = l.id) as has_people) p
        where l.application_id = ${applicationId}
        order by has_people desc, l.id desc limit 1) as mailing_list,
      exists (select from triggers where application_id = ${applicationId}) as has_triggers,
      exists (select from hl7_messages where application_id = ${applicationId}) as has_messages,
      exists (select from invitations
        where application_id = ${applicationId} and asking <> 'suppressed') as has_asked`.execute(tx);
  return rows[0] ?? null;
}
