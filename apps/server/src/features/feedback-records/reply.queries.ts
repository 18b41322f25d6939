import type { feedbackRecords } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { reachedBy, type Reached } from '../deliveries/index.ts';

/** Who gave some answers, and how they were reached. */
export interface Answerer extends Reached {
  survey_title: string;
  location: string | null;
  patient_id: number | null;
  contact_id: number | null;
  visit_id: number | null;
  message_id: number | null;
}

export async function findAnswerer(tx: Tx, applicationId: number, id: number): Promise<Answerer> {
  const { rows } = await sql<Answerer>`
    select s.title as survey_title, f.location, i.patient_id, i.contact_id, i.visit_id, i.message_id,
      sent.channel, sent.recipient, coalesce(sent.addressed, false) as addressed
    from feedback f
    join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    join surveys s on s.application_id = f.application_id and s.id = f.survey_id
    left join lateral ${reachedBy} sent on true
    where f.application_id = ${applicationId} and f.id = ${id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error(`There are no answers ${id}.`);
  return found;
}

type Reply = feedbackRecords.FeedbackDetail['replies'][number];

/** Lists what colleagues wrote to the person about these answers, oldest first. */
export async function listReplies(tx: Tx, scope: ApplicationScope, id: number): Promise<Reply[]> {
  const { rows } = await sql<Reply>`
    select 'us' as "from", d.id, d.channel, d.subject, d.text, coalesce(d.sent_at, d.created_at) as at, d.state, d.reason, d.purpose,
      u.name as user_name
    from deliveries d
    left join users u on u.id = d.user_id
    where d.application_id = ${scope.applicationId} and d.feedback_id = ${id}
    order by d.id limit 200`.execute(tx);
  return rows;
}
