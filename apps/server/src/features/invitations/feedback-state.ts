import { sql, type RawBuilder } from 'kysely';

/**
 * Invitations about the visit of the message `m` or, without a visit, about that message. De-escalation surveys are
 * left out.
 */
const ABOUT_IT = sql`
  select i.answered_at, i.opened_at, i.withdrawn_at, i.asking, i.delivery_id from invitations i
  where i.application_id = m.application_id and i.visit_id = m.visit_id and i.case_id is null
  union all
  select i.answered_at, i.opened_at, i.withdrawn_at, i.asking, i.delivery_id from invitations i
  where m.visit_id is null and i.message_id = m.id and i.case_id is null`;

/**
 * How far the survey about the visit of a message `m` has come; null when none was offered. All messages of a stay have
 * the same state, whichever of them led to the survey.
 */
export const feedbackState: RawBuilder<string | null> = sql`coalesce(
  (select case
      when bool_or(about.answered_at is not null) then 'answered'
      when bool_or(about.opened_at is not null and about.withdrawn_at is null) then 'opened' end
    from (${ABOUT_IT}) about),
  (select case when about.asking in ('sending', 'sent', 'delivered') then 'sent' else about.asking end
    from (${ABOUT_IT}) about
    where about.asking is not null
    -- an offer that was sent counts before one that was suppressed
    order by about.asking = 'suppressed', about.delivery_id desc limit 1))`;

/** SQL: a survey about the visit of a message `m` was answered. */
export const hasFeedback: RawBuilder<boolean> = sql`exists (
  select from (${ABOUT_IT}) about where about.answered_at is not null)`;
