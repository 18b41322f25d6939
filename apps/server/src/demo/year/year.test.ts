import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateAlarms } from '../../features/alarms/index.ts';
import { applyRetention } from '../../features/retention/index.ts';
import { hashPassword } from '../../features/users/index.ts';
import { systemScope } from '../../platform/scope.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { COMMUNITY_HOSPITAL, HOSPITALS } from '../demo-hospitals.ts';
import { DEMO_USERS, emailOf, PASSWORD } from '../demo-users.ts';
import { installDemo } from '../install-demo.ts';
import { installHospital } from '../install-hospital.ts';
import { PAUSE_DAYS } from './draw-asking.ts';
import { installYear } from './install-year.ts';

const NOW = new Date('2026-03-18T14:00:00Z');
const DAY = 86_400_000;
const INSTALLING_MS = 120_000;

let server: TestServer;
interface Application {
  id: number;
  title: string;
}

/** Administrators of the hospitals, in their order. */
let administrators: TestUser[];

beforeAll(async () => {
  server = await startTestServer();
  server.setTime(NOW);
  await installDemo(server.ctx);
  administrators = [];
  for (const { id, title } of await rows<Application>(sql`select id, title from applications order by id`))
    administrators.push(
      await server.makeUser({
        role: 'administrator',
        applications: [{ id, title, accessKey: '', accessSecret: '', facility: '' }],
      }),
    );
}, INSTALLING_MS);
afterAll(() => server.stop());

const mainAdministrator = (): TestUser => {
  const [first] = administrators;
  if (!first) throw new Error('the demo has no hospital');
  return first;
};

function rows<Row>(query: ReturnType<typeof sql>, from = server): Promise<Row[]> {
  return from.ctx.db.transaction(systemScope('example'), async (tx) => (await query.execute(tx)).rows as Row[]);
}
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await rows<{ count: number }>(sql`select count(*) as count from (${query}) found`))[0]?.count ?? -1;

describe('the year of the sample hospitals', () => {
  it('is a year of a hospital and of two smaller ones', async () => {
    const found = await rows<{ visits: number; answers: number; first: Date }>(sql`
      select (select count(*) from visits v where v.application_id = a.id) as visits,
        (select count(*) from feedback f where f.application_id = a.id) as answers,
        (select min(admitted_at) from visits v where v.application_id = a.id) as first
      from applications a order by a.id`);
    expect(found).toHaveLength(HOSPITALS.length);
    expect(found[0]?.visits).toBeGreaterThan(10_000);
    expect(found[0]?.answers).toBeGreaterThan(2_000);
    for (const { visits, answers, first } of found) {
      expect(visits).toBeGreaterThan(2_500);
      expect(answers).toBeGreaterThan(500);
      expect(first.getTime()).toBeLessThan(NOW.getTime() - 360 * DAY);
    }
  });

  it('has those in its list who went home lately', async () => {
    const listed = sql`
      select from mailing_lists l join mailing_list_contacts m on m.mailing_list_id = l.id where l.name = 'gone-home'`;
    expect(await count(listed)).toBeGreaterThan(100);
  });

  it('has the funnel of a healthy hospital: 25 to 35 of 100 who were written to have answered', async () => {
    for (const administrator of administrators) {
      const { body } = await server.as(administrator)('GET', '/deliveries/funnel?purpose=survey');
      const { sent, delivered, opened, answered } = body.data;
      expect(answered / sent).toBeGreaterThan(0.25);
      expect(answered / sent).toBeLessThan(0.35);
      expect(delivered / sent).toBeGreaterThan(0.65);
      expect(opened / sent).toBeGreaterThan(answered / sent);
    }
  });

  it('has a ward where things went wrong for some months, and then were better than before', async () => {
    const [before, spell, after] = await rows<{ score: number }>(sql`
      select avg(score)::float8 as score from feedback
      where location = 'Maple' group by
        case when submitted_at < ${NOW}::timestamptz - interval '215 days' then 1
          when submitted_at < ${NOW}::timestamptz - interval '128 days' then 2 else 3 end
      order by min(submitted_at)`);
    expect(before?.score).toBeGreaterThan(75);
    expect(spell?.score).toBeLessThan(65);
    expect(after?.score).toBeGreaterThan(before?.score ?? 100);
  });

  it('has no real address: numbers are reserved for drama, mailboxes are at example domains', async () => {
    const addresses = sql`
      select phone, email from patients union select phone, email from contacts union select phone, email from users
      union select phone, email from hl7_messages
      union select case when channel = 'sms' then recipient end, case when channel = 'email' then recipient end from deliveries`;
    expect(
      await count(sql`
        select from (${addresses}) a
        where phone !~ '^[+]447700900[0-9]{3}$' or email !~ '@(example[.]org|demo[.]wardvoice[.]example)$'
          and email not in (select email from users where id >= ${mainAdministrator().id})`),
    ).toBe(0);
  });

  it('lets its people sign in, each with the rights of their role', async () => {
    for (const user of DEMO_USERS) {
      const { status } = await server.call({
        method: 'POST',
        url: '/api/v1/login',
        payload: { username: emailOf(user), password: PASSWORD },
      });
      expect([user.mailbox, status]).toEqual([user.mailbox, 200]);
    }
  });
});

describe('who was asked', () => {
  const sentSurveys = sql`
    select d.*, coalesce(d.sent_at, d.send_at) as at from deliveries d
    where d.state in ('sent', 'delivered', 'answered') or d.undelivered`;

  it('was never written to after their death', async () => {
    expect(
      await count(sql`
        select from (${sentSurveys}) d join patients p on p.id = d.patient_id
        where p.deceased and d.at >= p.died_at`),
    ).toBe(0);
    expect(await count(sql`select from patients where deceased`)).toBeGreaterThan(20);
  });

  it('was of age, and had not opted out before', async () => {
    expect(
      await count(sql`
        select from (${sentSurveys}) d join patients p on p.id = d.patient_id
        where d.purpose = 'survey' and p.birth_date > d.at - interval '18 years'`),
    ).toBe(0);
    expect(
      await count(sql`
        select from (${sentSurveys}) d
        join opt_outs o on o.application_id = d.application_id and o.channel = d.channel and o.address = lower(d.recipient)
        where d.purpose <> 'case_notice' and d.created_at > o.created_at`),
    ).toBe(0);
    expect(
      await count(sql`
        select from opt_outs o where not exists (
          select from consent_events e
          where e.application_id = o.application_id and e.address = o.address and e.change = 'opted_out' and e.at = o.created_at)`),
    ).toBe(0);
  });

  it.each(['patient_id', 'recipient'])('was not asked twice within the pause (by %s)', async (key) => {
    expect(
      await count(sql`
        select from (
          select d.at, lag(d.at) over (partition by d.application_id, ${sql.ref(key)} order by d.at) as earlier
          from (${sentSurveys}) d where d.purpose = 'survey' and ${sql.ref(key)} is not null) asked
        where at - earlier < make_interval(days => ${PAUSE_DAYS}) - interval '1 minute'`),
    ).toBe(0);
  });

  it('was asked for the discharge, visit or appointment that a message reported, and once', async () => {
    expect(
      await count(sql`
        select from invitations i
        left join visits v on v.id = i.visit_id
        left join hl7_messages m on m.id = i.message_id
        where i.way = 'trigger' and (v.state is distinct from 'closed' or m.visit_id is distinct from i.visit_id
          or m.event not in ('A03', 'S14') or m.patient_id <> i.patient_id or m.event_at > i.created_at)`),
    ).toBe(0);
    expect(
      await count(
        sql`select from invitations where way = 'trigger' and visit_id is not null group by visit_id having count(*) > 1`,
      ),
    ).toBe(0);
  });

  it('stands in the ledger as a trigger of the database writes it there', async () => {
    const ledger = sql`
      select md5(string_agg(concat_ws(' ', id, delivery_id, asking, asking_reason, asked_at, asked_uncertain, address), ','
        order by id)) as found from invitations`;
    const [before] = await rows<{ found: string }>(ledger);
    await rows(sql`select refresh_asking(array(select id from invitations))`);
    expect(await rows(ledger)).toEqual([before]);
  });
});

describe('answers and cases', () => {
  it('belong to invitations that were sent and answered at that time', async () => {
    expect(
      await count(sql`
        select from feedback f
        left join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
        where i.answered_at is distinct from f.submitted_at or i.survey_id <> f.survey_id or f.submitted_at > ${NOW}
          -- To whoever is asked in person nothing is sent; of pathways the answers are drawn and no messages.
          or i.way not in ('hand', 'pathway') and (i.asked_at is null or i.asked_at > f.submitted_at)`),
    ).toBe(0);
    expect(
      await count(sql`
        select from invitations i where answered_at is not null
          and not exists (select from feedback f where f.invitation_id = i.id)`),
    ).toBe(0);
  });

  it('have the score that their options give', async () => {
    expect(
      await count(sql`
        select from feedback f
        left join (
          select feedback_id, round(avg(value), 2) as score
          from (select feedback_id, question_id, avg(value) as value from feedback_answers
            where value is not null group by 1, 2) q
          group by 1) counted on counted.feedback_id = f.id
        where counted.score is distinct from f.score`),
    ).toBe(0);
  });

  it('lead to a case for each department that an answer calls', async () => {
    expect(
      await count(sql`
        select distinct f.id, c.department_id from feedback f
        join feedback_answers a on a.feedback_id = f.id and a.escalate
        join questions q on q.id = a.question_id join categories c on c.id = q.category_id
        where not exists (select from cases k where k.feedback_id = f.id and k.department_id = c.department_id)`),
    ).toBe(0);
    expect(await count(sql`select distinct state from cases`)).toBe(4);
  });

  it('are worked on in order, by people who see the ward', async () => {
    expect(
      await count(sql`
        select from cases c
        join case_steps s on s.case_id = c.id
        where s.at < c.created_at or s.at > ${NOW} or (c.state = 'closed' and s.at > c.closed_at)`),
    ).toBe(0);
    expect(
      await count(sql`
        select from cases c
        left join application_users u on u.application_id = c.application_id and u.user_id = c.claimed_by_id
        where (c.state = 'new') <> (c.claimed_by_id is null) or (c.state = 'closed') <> (c.cause_id is not null)
          or c.claimed_by_id is not null and not (u.locations = '{}' or c.location = any(u.locations))`),
    ).toBe(0);
  });
});

describe('the figures', () => {
  it('of the dashboard are those of the lists', async () => {
    for (const administrator of administrators) {
      const ask = server.as(administrator);
      const { cases, funnel } = (await ask('GET', '/dashboard')).body.data;
      const total = async (path: string) => (await ask('GET', path)).body.total;
      expect(cases.open).toBe(await total('/cases?open=1'));
      expect(cases.overdue).toBe(await total('/cases?overdue=1'));
      expect(cases.unclaimed).toBe(await total('/cases?state=new'));
      expect(funnel.eligible).toBe(funnel.sent + funnel.scheduled + funnel.failed + funnel.suppressed);
    }
  });

  it('of the deliveries, of the answers and of the results are the same', async () => {
    const ask = server.as(mainAdministrator());
    const total = async (path: string) => (await ask('GET', path)).body.total;
    const funnel = (await ask('GET', '/deliveries/funnel?purpose=survey')).body.data;
    for (const step of ['sent', 'answered'])
      expect(await total(`/deliveries?purpose=survey&step=${step}`)).toBe(funnel[step]);
    const surveys = (await ask('GET', '/surveys')).body.data;
    let answered = 0;
    for (const { id } of surveys) {
      const results = (await ask('GET', `/surveys/${id}/results?from=2025-01-01`)).body.data;
      expect(results.total.answered).toBe(await total(`/feedback?survey_id=${id}`));
      answered += results.total.answered;
    }
    expect(await total('/feedback')).toBe(answered);
  });
});

describe('what runs by itself', () => {
  it('has nothing to do about the past: there are no jobs, and the gateways sent nothing', async () => {
    expect(await count(sql`select from graphile_worker._private_jobs`)).toBe(0);
    expect(await count(sql`select from deliveries where state in ('scheduled', 'sending')`)).toBe(0);
    expect([server.gateways.emails, server.gateways.texts]).toEqual([[], []]);
  });

  it('finds one alarm open, that of the key, and opens no other', async () => {
    const open = () => rows(sql`select kind, application_id from alarms where closed_at is null order by 2`);
    const before = await open();
    expect(before).toMatchObject([{ kind: 'api_key_expiring' }]);
    await evaluateAlarms(server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null }, NOW);
    expect(await open()).toEqual(before);
  });

  it('keeps everything: what is too old to be kept is gone already', async () => {
    const kept = sql`select count(*) filter (where raw <> '') as texts, count(*) as messages from hl7_messages`;
    const before = await rows(kept);
    await applyRetention(server.ctx);
    expect(await rows(kept)).toEqual(before);
  });

  it('finds the audit as it was written', async () => {
    const superuser = await server.makeUser({ superUser: true });
    const { body } = await server.as(superuser)('POST', '/audit/verify', {});
    expect(body.data).toMatchObject({ intact: true, waiting: 0, unsigned: 0 });
    expect(body.data.checked).toBeGreaterThan(500);
  });
});

describe('the same seed', () => {
  it(
    'gives the same year',
    async () => {
      const other = await startTestServer();
      other.setTime(NOW);
      const passwordHash = await hashPassword(PASSWORD);
      await other.ctx.db.transaction(systemScope('example'), async (tx) => {
        const installed = await installHospital(tx, other.ctx, COMMUNITY_HOSPITAL, passwordHash);
        await installYear(tx, other.ctx, installed, 2026 + HOSPITALS.indexOf(COMMUNITY_HOSPITAL));
      });
      const year = sql`
        select
          (select md5(string_agg(concat_ws(' ', p.identifier, v.state, v.location, v.admitted_at), ',' order by v.visit_number))
            from visits v join patients p on p.id = v.patient_id where v.application_id = a.id) as visits,
          (select md5(string_agg(concat_ws(' ', d.state, d.reason, d.recipient, d.sent_at), ',' order by d.created_at, d.recipient))
            from deliveries d where d.application_id = a.id and d.trigger_id is not null) as deliveries,
          (select md5(string_agg(concat_ws(' ', f.score, f.location, f.tags), ',' order by f.submitted_at))
            from feedback f join invitations i on i.id = f.invitation_id
            where f.application_id = a.id and i.way <> 'broadcast') as answers,
          (select md5(string_agg(concat_ws(' ', c.state, c.answer, c.due_at, c.closed_at), ',' order by c.created_at, c.answer))
            from cases c where c.application_id = a.id) as cases
        from applications a where a.title = ${COMMUNITY_HOSPITAL.title}`;
      expect(await rows(year, other)).toEqual(await rows(year));
      await other.stop();
    },
    INSTALLING_MS,
  );
});
