import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { containing } from '../../../platform/db/like-pattern.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import { wasSentIn, type FunnelGroup } from '../../delivery-records/index.ts';
import { COUNTED, endInstant, feedbackOf, inWards, startInstant, type Frame } from '../results.queries.ts';
import type { Counted } from '../small-groups.ts';

export interface SurveyRow {
  id: number;
  title: string;
  active: boolean;
}

export function listSurveyRows(tx: Tx, applicationId: number, term: string | undefined): Promise<SurveyRow[]> {
  return tx
    .selectFrom('surveys')
    .select(['id', 'title', 'active'])
    .where('application_id', '=', applicationId)
    .$if(Boolean(term), (rows) => rows.where('title', 'ilike', containing(term)))
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

/** Feedback of one survey as sums; `title` is the week, or null for all weeks together. */
export interface SurveyGroup extends Counted {
  survey_id: number;
}

export async function listSurveyGroups(tx: Tx, frame: Frame): Promise<SurveyGroup[]> {
  const { rows } = await sql<SurveyGroup>`
    with pieces as (
      select survey_id, date_trunc('week', submitted_at at time zone ${frame.timeZone}::text) as week, ${COUNTED}
      from (${feedbackOf(frame)}) f
      group by 1, 2)
    select survey_id, to_char(week, 'YYYY-MM-DD') as title, sum(answered) as answered, sum(scored) as scored,
      sum(score_sum) as score_sum, sum(satisfied) as satisfied
    from pieces
    group by grouping sets ((survey_id), (survey_id, week))
    order by title`.execute(tx);
  return rows;
}

/** Counts the messages of each survey that were sent in the frame, from an index that has all columns needed (deliveries_sent). */
export async function listSurveyFunnels(tx: Tx, frame: Frame): Promise<(FunnelGroup & { survey_id: number })[]> {
  const { rows } = await sql<FunnelGroup & { survey_id: number }>`
    select d.survey_id, d.state, null as reason, d.opened, count(*) as count
    from deliveries d
    where d.application_id = ${frame.applicationId} and ${wasSentIn(await readSpan(tx, frame))}
      and d.survey_id is not null and ${inWards(sql`d.location`, frame)}
    group by d.survey_id, d.state, d.opened`.execute(tx);
  return rows;
}

/** Counts the cases that were opened in the frame, for each survey whose answers they are about. */
export async function listSurveyCases(tx: Tx, frame: Frame): Promise<{ survey_id: number; count: number }[]> {
  const { rows } = await sql<{ survey_id: number; count: number }>`
    select f.survey_id, count(*) as count
    from cases c
    join feedback f on f.application_id = c.application_id and f.id = c.feedback_id
    where c.application_id = ${frame.applicationId}
      and c.created_at >= ${startInstant(frame)} and c.created_at < ${endInstant(frame)}
      and ${inWards(sql`c.location`, frame)}
    group by f.survey_id`.execute(tx);
  return rows;
}

/** Lists the wards that answers of the frame are from, whichever ward is chosen. */
export async function listAnsweringWards(tx: Tx, frame: Frame): Promise<string[]> {
  const { location: _location, ...filters } = frame.filters;
  const { rows } = await sql<{ location: string }>`
    select distinct location from (${feedbackOf({ ...frame, filters })}) f
    where location is not null order by location`.execute(tx);
  return rows.map(({ location }) => location);
}

async function readSpan(tx: Tx, frame: Frame): Promise<{ start: Date; end: Date }> {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select ${startInstant(frame)} as start, ${endInstant(frame)} as end`.execute(tx);
  return onlyRow(rows);
}
