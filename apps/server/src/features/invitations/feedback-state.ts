import { sql, type RawBuilder } from 'kysely';

/** Invitations that are about the visit of the message `m`, or, without a visit, about that message; follow-ups of cases are not. */
const ABOUT_IT = sql`
  select i.answered_at, i.opened_at, i.withdrawn_at from invitations i
  where i.application_id = m.application_id and i.visit_id = m.visit_id and i.case_id is null
  union all
  select i.answered_at, i.opened_at, i.withdrawn_at from invitations i
  where m.visit_id is null and i.message_id = m.id and i.case_id is null`;

/**
 * How far the asking about the visit of a message `m` has come; null: nobody was asked. Every message of a stay says the same,
 * by whichever of them and by whichever way the patient was asked.
 */
export const feedbackState: RawBuilder<string | null> = sql`coalesce(
  (select case
      when bool_or(about.answered_at is not null) then 'answered'
      when bool_or(about.opened_at is not null and about.withdrawn_at is null) then 'opened' end
    from (${ABOUT_IT}) about),
  (select case when d.state in ('sending', 'sent', 'delivered') then 'sent' else d.state end
    from (
      select one.id, one.state from deliveries one
      where one.application_id = m.application_id and one.visit_id = m.visit_id and one.purpose = 'survey'
      union all
      select one.id, one.state from deliveries one
      where m.visit_id is null and one.message_id = m.id and one.purpose = 'survey') d
    -- who was asked once and not a second time was asked
    order by d.state = 'suppressed', d.id desc limit 1))`;

/** Whether the visit of a message `m` has been answered about. */
export const hasFeedback: RawBuilder<boolean> = sql`exists (
  select from (${ABOUT_IT}) about where about.answered_at is not null)`;
