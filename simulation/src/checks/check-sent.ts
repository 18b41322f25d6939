import type pg from 'pg';
import type { Violation } from './violation.ts';
import type { ModelHospital } from '../model-hospital.ts';
import type { Member } from '../simulation-run.ts';

/** Checks what followed from messages that were sent, answered and written back, and that the funnel adds up. */
export async function checkSent(member: Member, observer: pg.Pool): Promise<Violation[]> {
  const checks = [checkReceipts, checkAnswers, checkTexts, checkQuotas, checkFunnel];
  const found: Violation[] = [];
  for (const check of checks) found.push(...(await check(member, observer)));
  return found;
}

const LEFT: readonly string[] = ['sent', 'delivered', 'answered'];

/** Every delivery that a gateway took must be sent, and what its receipt said must be stored, whichever came first. */
async function checkReceipts(
  { organisation, taken, inDoubt, receipts }: Member,
  observer: pg.Pool,
): Promise<Violation[]> {
  const { rows } = await observer.query<{ id: number; state: string; purpose: string; outcome_unknown: boolean }>(
    'select id::int, state, purpose, outcome_unknown from deliveries where application_id = $1',
    [organisation.application.id],
  );
  const found: Violation[] = [];
  for (const { id, state, purpose, outcome_unknown: isUnknown } of rows) {
    const receipt = receipts.get(id);
    const about = `delivery ${id} is ${state}`;
    if (taken.has(id) && !LEFT.includes(state) && !(inDoubt.has(id) && isUnknown))
      found.push({ rule: 'a gateway took what did not leave', detail: about });
    if (receipt === 'delivered' && state === 'sent')
      found.push({ rule: 'a receipt that was lost', detail: `${about}, and was delivered` });
    const hasArrived = state === 'sent' || state === 'delivered';
    if ((receipt === 'bounced' || receipt === 'failed') && hasArrived)
      found.push({ rule: 'a receipt that was lost', detail: `${about}, and ${receipt}` });
    if (hasArrived && !taken.has(id) && purpose !== 'case_notice')
      found.push({ rule: 'sent, and no gateway took it', detail: about });
  }
  return found;
}

interface OffersOfVisit {
  number: string;
  /** The occasion of a pathway on which they were made; null for others. */
  occasion: number | null;
  answers: number;
  /** Number of offers that can still be answered. */
  open: number;
  /** Number of offers that were made after an answer. */
  again: number;
}

/** A visit must answer a survey once only on each occasion, must not be offered it again after that, and all its answers must be stored. */
async function checkAnswers({ organisation, hospital }: Member, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<OffersOfVisit>(
    `select coalesce(v.visit_number, v.appointment_number) as number, i.occasion_id::int as occasion,
       count(*) filter (where i.answered_at is not null and not i.repeated)::int as answers,
       count(*) filter (where i.answered_at is null and i.withdrawn_at is null)::int as open,
       count(*) filter (where i.created_at > (
         select min(done.answered_at) from invitations done
         where done.visit_id = v.id and done.survey_id = i.survey_id and done.occasion_id is not distinct from i.occasion_id
           and done.case_id is null))::int as again
     from invitations i join visits v on v.id = i.visit_id
     where i.application_id = $1 and i.case_id is null
     group by v.id, i.survey_id, i.occasion_id`,
    [organisation.application.id],
  );
  const twice = rows.filter(({ answers, open }) => answers > 1 || (answers > 0 && open > 0) || open > 1);
  const once = rows.filter(({ answers, occasion }) => answers > 0 && occasion === null);
  const answered = new Set(once.map(({ number }) => number));
  // When two visits became one, either may have been offered the survey after the other was answered.
  const again = rows.filter((row) => row.again > 0 && hospital.visits.get(row.number)?.joinedSurveys === 0);
  const lost = [...hospital.visits.values()].filter(({ number, isAnswered }) => isAnswered && !answered.has(number));
  return [
    ...twice.map(({ number }) => ({ rule: 'one visit answers one survey twice', detail: `visit ${number}` })),
    ...again.map(({ number }) => ({ rule: 'offered again after it was answered', detail: `visit ${number}` })),
    ...lost.map(({ number }) => ({ rule: 'an answer that is not stored', detail: `visit ${number}` })),
    ...(await countLostSteps(hospital, observer, organisation.application.id)),
  ];
}

/** Every answer to a step of a pathway must be stored as an answer to that step. */
async function countLostSteps(hospital: ModelHospital, observer: pg.Pool, applicationId: number): Promise<Violation[]> {
  const { rows } = await observer.query<{ step: string }>(
    `select o.enrolment_id || ' ' || o.day as step from pathway_occasions o
     join invitations i on i.occasion_id = o.id and i.answered_at is not null where o.application_id = $1`,
    [applicationId],
  );
  const stored = new Set(rows.map(({ step }) => step));
  return hospital.records.flatMap(({ answered }) =>
    answered
      .filter(({ step }) => step && !stored.has(`${step.place} ${step.day}`))
      .map(({ visit }) => ({ rule: 'an answer to a step that is not stored', detail: `visit ${visit}` })),
  );
}

/** Every text must be stored once, and each call for help must have a case. */
async function checkTexts({ organisation, hospital }: Member, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<{ from_address: string; text: string; has_case: boolean }>(
    `select t.from_address, t.text, exists (select from cases c where c.text_id = t.id) as has_case
     from inbound_texts t where t.application_id = $1 order by t.id`,
    [organisation.application.id],
  );
  const found: Violation[] = [];
  if (rows.length !== hospital.texts.length)
    found.push({ rule: 'a text that is not stored', detail: `${rows.length}, not ${hospital.texts.length}` });
  hospital.texts.forEach(({ from, text, isHarm }, index) => {
    const row = rows[index];
    if (!row) return;
    if (row.from_address !== from || row.text !== text)
      found.push({ rule: 'a text that is not stored', detail: `the ${index + 1}th is another` });
    else if (isHarm && !row.has_case)
      found.push({ rule: 'a call for help that opened no case', detail: `the ${index + 1}th text` });
  });
  return found;
}

/**
 * A rule must not ask more people of a ward in a month than its quota. What a receipt called failed gave its place to another, and may
 * have arrived all the same, so it is not counted.
 */
async function checkQuotas({ organisation, receipts }: Member, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<{ id: number; whom: string; ward_quota: number }>(
    `select d.id::int, concat_ws(' ', d.trigger_id, d.location, to_char(d.send_at at time zone a.time_zone, 'YYYY-MM')) as whom, d.ward_quota
     from deliveries d join applications a on a.id = d.application_id
     where d.application_id = $1 and d.ward_quota is not null and d.state = any($2)`,
    [organisation.application.id, LEFT],
  );
  const asked = new Map<string, number>();
  for (const { id, whom } of rows)
    if (!['failed', 'bounced'].includes(receipts.get(id) ?? '')) asked.set(whom, (asked.get(whom) ?? 0) + 1);
  const quota = rows[0]?.ward_quota ?? 0;
  return [...asked]
    .filter(([, many]) => many > quota)
    .map(([whom, many]) => ({ rule: 'more people of a ward than its quota', detail: `${whom}: ${many} of ${quota}` }));
}

/** Each delivery must be in exactly one number of the funnel, and each that was suppressed must have a reason. */
async function checkFunnel({ organisation }: Member, observer: pg.Pool): Promise<Violation[]> {
  const { eligible, sent, waiting, failed, suppressed, reasons } = await organisation.readFunnel();
  const { rows } = await observer.query<{ count: number }>(
    'select count(*)::int as count from deliveries where application_id = $1',
    [organisation.application.id],
  );
  const planned = rows[0]?.count ?? 0;
  const withReason = reasons.reduce((sum, { count }) => sum + count, 0);
  if (eligible === planned && sent + waiting + failed + suppressed === planned && withReason === suppressed) return [];
  const detail = `${planned} deliveries: ${sent} sent, ${waiting} waiting, ${failed} failed, ${suppressed} suppressed, ${withReason} with a reason`;
  return [{ rule: 'the funnel does not add up', detail }];
}
