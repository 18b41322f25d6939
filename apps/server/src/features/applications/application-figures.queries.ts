import type { applications } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Counts answered surveys by category and by month of the hospital's calendar. A survey counts once in each category
 * that it answers.
 */
export async function listFeedbackByMonth(
  tx: Tx,
  applicationId: number,
  timeZone: string,
  now: Date,
): Promise<applications.CategoryFeedback[]> {
  const inMonth = (monthsAgo: number) => sql`count(*) filter (where months_ago = ${monthsAgo})::int`;
  const { rows } = await sql<applications.CategoryFeedback>`
    with today as (select date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) as month),
    answered as (
      select distinct a.category_title as title, f.id,
        (extract(year from t.month) - extract(year from f.submitted_at at time zone ${timeZone})) * 12
          + extract(month from t.month) - extract(month from f.submitted_at at time zone ${timeZone}) as months_ago
      from today t
      join feedback f on f.application_id = ${applicationId}
        and f.submitted_at >= (t.month - interval '5 months') at time zone ${timeZone}
      join feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id
      where a.category_title is not null)
    select title, ${inMonth(5)} as five_months_ago, ${inMonth(4)} as four_months_ago, ${inMonth(3)} as three_months_ago,
      ${inMonth(2)} as two_months_ago, ${inMonth(1)} as one_month_ago, ${inMonth(0)} as this_month
    from answered group by title order by lower(title)
    limit 100`.execute(tx);
  return rows;
}

export function listSurveyChoices(tx: Tx, applicationId: number): Promise<applications.SurveyChoice[]> {
  return tx
    .selectFrom('surveys')
    .select(['id', 'title', 'active'])
    .where('application_id', '=', applicationId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** Listener states that processes reported recently. A process that no longer reports is left out. */
export function listListeners(tx: Tx, applicationId: number, now: Date) {
  return tx
    .selectFrom('application_listeners')
    .select(['process', 'port', 'error'])
    .where('application_id', '=', applicationId)
    .where('seen_at', '>', new Date(now.getTime() - 30_000))
    .orderBy('process')
    .execute();
}
