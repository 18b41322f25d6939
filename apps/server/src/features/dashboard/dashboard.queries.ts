import { dashboard, type ReplyInputOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { addUpFunnel, type FunnelGroup } from '../delivery-records/index.ts';
import { countUnread } from '../feedback-records/index.ts';
import { findHoldReason } from '../sending-holds/index.ts';
import { readFirstSteps } from './read-first-steps.ts';

const EVENTS = ['A01', 'A02', 'A03', 'A04'] as const;
const FUNNEL_DAYS = 30;

interface Frame {
  applicationId: number;
  now: Date;
  timeZone: string;
  /** A condition on a ward column; true for callers who see all wards. */
  inWards(column: string | RawBuilder<string>): RawBuilder<boolean>;
}

/** All figures of the dashboard. */
type DashboardReply = NonNullable<ReplyInputOf<typeof dashboard.getDashboard>['data']>;
/** What is the same for everybody who sees the same wards and the same comments. */
export type SharedFigures = Omit<DashboardReply, 'cases' | 'feedback'> & {
  feedback: Omit<DashboardReply['feedback'], 'waiting'>;
};

interface Asked {
  now: Date;
  showsComments: boolean;
  readsAnswers: boolean;
  share: (key: string, compute: () => Promise<SharedFigures>) => Promise<SharedFigures>;
}

/**
 * All figures of the dashboard, for the wards the caller may see; the feed and the first steps are the hospital's. After a change
 * every open dashboard asks again, so those of the same view share one computation. The cases and what is unread are counted for each person.
 */
export async function readDashboard(
  tx: Tx,
  scope: ApplicationScope,
  { now, showsComments, readsAnswers, share }: Asked,
): Promise<DashboardReply> {
  const { applicationId, userId } = scope;
  const { time_zone: timeZone } = await tx
    .selectFrom('applications')
    .select('time_zone')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const inWards: Frame['inWards'] = (column) => isInWards(scope, column);
  const frame: Frame = { applicationId, now, timeZone, inWards };
  const view = JSON.stringify([applicationId, scope.locations.toSorted(), showsComments, readsAnswers, timeZone]);
  const figures = await share(view, () => readSharedFigures(tx, frame, { showsComments, readsAnswers }));
  const waiting = readsAnswers ? (await countUnread(tx, scope, now)).waiting : null;
  return { ...figures, feedback: { ...figures.feedback, waiting }, cases: await readCases(tx, frame, userId) };
}

async function readSharedFigures(
  tx: Tx,
  frame: Frame,
  { showsComments, readsAnswers }: Pick<Asked, 'showsComments' | 'readsAnswers'>,
): Promise<SharedFigures> {
  const week = await readWeek(tx, frame);
  const today = week.at(-1);
  const hasAppointments = week.some((day) => dashboard.CLINIC_EVENTS.some((event) => day[event] > 0));
  return {
    today: [...EVENTS, ...(hasAppointments ? dashboard.CLINIC_EVENTS : [])].map((event) => ({
      event,
      count: today?.[event] ?? 0,
    })),
    week,
    feed: await seeingEveryWard(tx, () => readFeed(tx, frame)),
    funnel: await readFunnel(tx, frame),
    feedback: {
      ...(await readFeedback(tx, frame)),
      comments: showsComments ? await readComments(tx, frame, readsAnswers) : null,
    },
    sending_hold: await findHoldReason(tx, frame.applicationId),
    first_steps: await seeingEveryWard(tx, () => readFirstSteps(tx, frame.applicationId)),
  };
}

const countOf = (event: string) =>
  sql`coalesce(sum(many) filter (where event = ${event}::text), 0) as ${sql.ref(event)}`;

async function readWeek(
  tx: Tx,
  { applicationId, now, timeZone, inWards }: Frame,
): Promise<dashboard.Dashboard['week']> {
  const { rows } = await sql<dashboard.Dashboard['week'][number]>`
    with days as (
      select generate_series(
        date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - interval '6 days',
        date_trunc('day', ${now}::timestamptz at time zone ${timeZone}), interval '1 day') as day),
    counts as (
      select date_trunc('day', m.event_at at time zone ${timeZone}::text) as day, m.event, count(*) as many
      from hl7_messages m
      where m.application_id = ${applicationId} and m.state = 'processed' and ${inWards('m.location')}
        and m.event_at >= (date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - interval '6 days') at time zone ${timeZone}
        and m.event_at < (date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone}
      group by 1, 2)
    select to_char(days.day, 'YYYY-MM-DD') as day,
      ${sql.join([...EVENTS, ...dashboard.CLINIC_EVENTS].map(countOf))},
      coalesce(sum(many) filter (where event not in ('A01', 'A02', 'A03', 'A04')), 0) as other
    from days
    left join counts on counts.day = days.day
    group by days.day order by days.day`.execute(tx);
  return rows;
}

async function readFeed(tx: Tx, { applicationId, now, timeZone }: Frame): Promise<DashboardReply['feed']> {
  const { rows } = await sql<{
    sending_application: string;
    last_message_at: Date;
    today: number;
    last_ten_minutes: number;
    errors: number;
  }>`
    select sending_application, max(received_at) as last_message_at, count(*) as today,
      count(*) filter (where received_at > ${now}::timestamptz - interval '10 minutes') as last_ten_minutes,
      count(*) filter (where state = 'error') as errors
    from hl7_messages
    where application_id = ${applicationId}
      and received_at >= date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}
    group by sending_application order by today desc limit 20`.execute(tx);
  const { rows: waiting } = await sql<{ count: number; last: Date | null }>`
    select
      (select count(*) from (select from hl7_messages where application_id = ${applicationId} and state = 'received' limit 10000) w) as count,
      (select received_at from hl7_messages where application_id = ${applicationId} order by event_at desc, id desc limit 1) as last`.execute(
    tx,
  );
  const newest = rows.reduce<Date | null>(
    (latest, row) => (latest && latest > row.last_message_at ? latest : row.last_message_at),
    null,
  );
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  return {
    last_message_at: newest ?? waiting[0]?.last ?? null,
    per_minute: Math.round(sum((row) => row.last_ten_minutes)) / 10,
    errors_today: sum((row) => row.errors),
    waiting: waiting[0]?.count ?? 0,
    senders: rows.map(({ sending_application, last_message_at, today }) => ({
      sending_application,
      last_message_at,
      today,
    })),
  };
}

async function readFunnel(tx: Tx, { applicationId, now, inWards }: Frame): Promise<dashboard.Dashboard['funnel']> {
  const since = sql`${now}::timestamptz - make_interval(days => ${FUNNEL_DAYS})`;
  const { rows: groups } = await sql<FunnelGroup>`
    select d.state, d.reason, d.opened, count(*) as count
    from deliveries d
    where d.application_id = ${applicationId} and d.purpose = 'survey' and d.created_at > ${since} and ${inWards('d.location')}
    group by d.state, d.reason, d.opened`.execute(tx);
  const { rows: cases } = await sql<{ cases: number; closed: number }>`
    select count(*) as cases, count(*) filter (where state = 'closed') as closed
    from cases where application_id = ${applicationId} and created_at > ${since} and ${inWards('cases.location')}`.execute(
    tx,
  );
  const { waiting, reasons, ...steps } = addUpFunnel(groups);
  return {
    ...steps,
    suppressed_by_reason: reasons,
    scheduled: waiting,
    cases: cases[0]?.cases ?? 0,
    closed: cases[0]?.closed ?? 0,
  };
}

async function readCases(
  tx: Tx,
  { applicationId, now, inWards }: Frame,
  userId: number | null,
): Promise<dashboard.Dashboard['cases']> {
  const { rows } = await sql<{
    age: 'under_1h' | 'under_1d' | 'under_1w' | 'older';
    count: number;
    unclaimed: number;
    mine: number;
    overdue: number;
  }>`
    select case
        when created_at > ${now}::timestamptz - interval '1 hour' then 'under_1h'
        when created_at > ${now}::timestamptz - interval '1 day' then 'under_1d'
        when created_at > ${now}::timestamptz - interval '7 days' then 'under_1w'
        else 'older' end as age,
      count(*) as count, count(*) filter (where state in ('new', 'reopened')) as unclaimed,
      count(*) filter (where claimed_by_id = ${userId}) as mine, count(*) filter (where due_at < ${now}) as overdue
    from cases
    where application_id = ${applicationId} and state <> 'closed' and ${inWards('cases.location')}
    group by 1`.execute(tx);
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  const ages = ['under_1h', 'under_1d', 'under_1w', 'older'] as const;
  return {
    open: sum((row) => row.count),
    unclaimed: sum((row) => row.unclaimed),
    mine: sum((row) => row.mine),
    overdue: sum((row) => row.overdue),
    by_age: ages.map((age) => ({ age, count: rows.find((row) => row.age === age)?.count ?? 0 })),
  };
}

async function readFeedback(
  tx: Tx,
  frame: Frame,
): Promise<Omit<dashboard.Dashboard['feedback'], 'comments' | 'waiting'>> {
  const { applicationId, now, inWards } = frame;
  const since = sql`${now}::timestamptz - make_interval(days => ${FUNNEL_DAYS})`;
  const query = sql<{ asked: number; answers: number; score: number | null }>`
    select count(*) as asked, count(f.id) as answers, round(avg(f.score), 1) as score
    from invitations i
    left join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
    left join hl7_messages m on m.id = i.message_id
    left join visits v on v.id = i.visit_id
    where i.application_id = ${applicationId} and i.case_id is null and i.created_at > ${since} and i.asked_at is not null
      and ${inWards(sql`coalesce(m.location, v.location)`)}`;
  // The message that asked is of another ward where the patient has come from there since, and counts there.
  const { rows } = await seeingEveryWard(tx, () => query.execute(tx));
  const { asked = 0, answers = 0, score = null } = rows[0] ?? {};
  return {
    response_rate: asked === 0 ? null : Math.round((answers / asked) * 1000) / 10,
    score,
    answers,
    de_escalation: await readDeEscalation(tx, frame),
  };
}

async function readComments(
  tx: Tx,
  { applicationId, inWards }: Frame,
  readsAnswers: boolean,
): Promise<NonNullable<DashboardReply['feedback']['comments']>> {
  const { rows } = await sql<NonNullable<dashboard.Dashboard['feedback']['comments']>[number]>`
    select a.id, case when ${readsAnswers}::boolean then f.id end as feedback_id, f.location, f.submitted_at as at,
      case when ${readsAnswers}::boolean then a.text else m.text end as text
    from feedback_answers a
    left join masked_comments m on m.application_id = a.application_id and m.answer_id = a.id
    join feedback f on f.application_id = a.application_id and f.id = a.feedback_id
    where a.application_id = ${applicationId} and a.text is not null and ${inWards('f.location')}
      and (${readsAnswers}::boolean or m.text is not null)
    order by a.id desc limit 5`.execute(tx);
  return rows;
}

/** Minimum number of people for an average. Below it, one person's answer could be worked out. */
const FEWEST = 5;
const DE_ESCALATION_DAYS = 365;

/**
 * Both averages are over the same people: those whose case was closed, who answered the de-escalation survey, and who
 * have both scores.
 */
async function readDeEscalation(
  tx: Tx,
  { applicationId, now, inWards }: Frame,
): Promise<dashboard.Dashboard['feedback']['de_escalation']> {
  const query = sql<{ cases: number; before: number; after: number }>`
    select count(*) as cases, round(avg(before.score), 1) as before, round(avg(again.score), 1) as after
    from invitations i
    join cases on cases.application_id = i.application_id and cases.id = i.case_id
    join feedback before on before.application_id = i.application_id and before.id = cases.feedback_id
    join feedback again on again.application_id = i.application_id and again.invitation_id = i.id
    where i.application_id = ${applicationId} and i.case_id is not null
      and again.submitted_at > ${now}::timestamptz - make_interval(days => ${DE_ESCALATION_DAYS})
      and before.score is not null and again.score is not null and ${inWards('cases.location')}`;
  // The second answer may be of the ward that the patient was moved to.
  const { rows } = await seeingEveryWard(tx, () => query.execute(tx));
  const [found] = rows;
  return found && found.cases >= FEWEST ? found : null;
}
