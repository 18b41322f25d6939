import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { patientNow } from '../../../platform/db/patient-now.ts';

/** An answered survey with the patient and the visit that it is about. */
export interface AnsweredSurvey {
  hospital: string;
  survey_id: number;
  survey_title: string;
  score: number | null;
  location: string | null;
  answered_at: Date;
  time_zone: string;
  family_name: string | null;
  given_name: string | null;
  /** `19500131`; null when it is not known to the day. */
  birth_date: string | null;
  sex: string | null;
  identifiers: { identifier: string; type: string; authority: string }[];
  visit_number: string | null;
  patient_class: string | null;
}

export interface GivenAnswer {
  question_id: number;
  question_title: string;
  option_id: number | null;
  option_title: string | null;
  text: string | null;
  number: number | null;
  unit: string | null;
  /** ISO date. */
  day: string | null;
  escalate: boolean;
}

/**
 * Returns an answered survey as it is now: the patient is the one that they are after merges. Undefined when nobody knows who
 * answered, or the person was removed or erased after it.
 */
export async function findAnsweredSurvey(
  tx: Tx,
  applicationId: number,
  feedbackId: number,
): Promise<{ survey: AnsweredSurvey; answers: GivenAnswer[] } | undefined> {
  const { rows } = await sql<AnsweredSurvey>`
    select a.title as hospital, f.survey_id, s.title as survey_title, f.score, f.location,
      f.submitted_at as answered_at, a.time_zone,
      p.family_name, p.given_name, p.sex,
      case when p.birth_date_precision = 'day' then to_char(p.birth_date, 'YYYYMMDD') end as birth_date,
      coalesce((
        select jsonb_agg(jsonb_build_object('identifier', n.identifier, 'type', n.type, 'authority', coalesce((
            select min(name.name) from patient_authority_names name
            where name.application_id = n.application_id and name.authority_id = n.authority_id and name.name like 'namespace:%'), ''))
          order by n.type, n.identifier)
        from patient_identifiers n
        where n.application_id = f.application_id and n.patient_id = p.id), '[]') as identifiers,
      v.visit_number, v.patient_class
    from feedback f
    join applications a on a.id = f.application_id
    join surveys s on s.application_id = f.application_id and s.id = f.survey_id
    join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    join patients own on own.application_id = i.application_id and own.id = i.patient_id
    join patients p on p.application_id = i.application_id and p.id = ${patientNow('own')}
      and (p.removed_at is null or p.removed_at < f.submitted_at)
    left join visits v on v.application_id = i.application_id and v.id = i.visit_id
    where f.application_id = ${applicationId} and f.id = ${feedbackId}`.execute(tx);
  const [survey] = rows;
  if (!survey) return undefined;
  const answers = await tx
    .selectFrom('feedback_answers')
    .select(['question_id', 'question_title', 'option_id', 'option_title', 'text', 'number', 'unit', 'day', 'escalate'])
    .where('application_id', '=', applicationId)
    .where('feedback_id', '=', feedbackId)
    .orderBy('id')
    .execute();
  return { survey, answers };
}
