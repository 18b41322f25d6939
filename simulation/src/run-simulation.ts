import type pg from 'pg';
import type { SendResult } from '../../apps/server/src/platform/gateways/gateway.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { answerBadly, linkIn } from '../../apps/server/src/testing/builders.ts';
import { NOON } from '../../apps/server/src/testing/asked.ts';
import { checkInvariants, type Violation } from './check-invariants.ts';
import { checkSending } from './check-sending.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { createHospitalSender, type OutgoingMessage } from './hospital-events.ts';
import { createModelHospital, rootOf, type ModelHospital, type ModelVisit } from './model-hospital.ts';
import { createRandom, type Random } from './random.ts';
import { startSimulatedWardvoice, type SimulatedWardvoice, type Sending } from './simulated-wardvoice.ts';

export interface SimulationPlan {
  seed: number;
  /** Simulated time. */
  hours: number;
  /** Default: a new database of the test run. */
  database?: TestDatabase;
}

export interface SimulationOutcome {
  seed: number;
  messages: number;
  sent: number;
  /** The first that was found, with the messages that led to it. */
  violations: Violation[];
  /** The last messages about what the first violation names, oldest first. */
  trail: string[];
  coverage: Coverage;
  seconds: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Events of the hospital, on average, in an hour. */
const MAX_STEP_MINUTES = 24;
/** After the last event everything that is planned still leaves. */
const AFTERMATH_HOURS = 48;
/** Transactions of one phase that a fault is aimed at. */
const MAX_TRANSACTION = 7;
const MAX_SENDS_AGAIN = 20;
/** Parts of the seed from here on are for the gateways' answers. */
const GATEWAY_PARTS = 1_000_000;

/** One run: the same seed does the same. */
export async function runSimulation({ seed, hours, database }: SimulationPlan): Promise<SimulationOutcome> {
  const begin = performance.now();
  const random = createRandom(seed);
  const hospital = createModelHospital();
  const violations: Violation[] = [];
  const coverage = createCoverage();
  const run: Run = {
    random,
    hospital,
    coverage,
    violations,
    now: NOON,
    links: [],
    sent: 0,
    answers: createRandom(~seed),
    gateway: createRandom(seed),
  };
  const wardvoice = await startSimulatedWardvoice((sending) => meetGateway(run, wardvoice, sending), database);
  hospital.surveyId = wardvoice.surveyId;
  const sender = createHospitalSender(hospital, random, NOON);
  try {
    const end = NOON.getTime() + hours * HOUR;
    for (let part = 1; run.now.getTime() < end && violations.length === 0; part += 1) {
      random.begin(part);
      run.answers.begin(part);
      advance(run, wardvoice, random.int(1, MAX_STEP_MINUTES * 60) * 1_000);
      await step(
        run,
        wardvoice,
        () => sender.next(run.now),
        (visit) => sender.urgent(run.now, visit),
      );
    }
    for (let hour = 0; hour < AFTERMATH_HOURS && violations.length === 0; hour += 12) {
      advance(run, wardvoice, 12 * HOUR);
      await settle(run, wardvoice, null);
    }
    await coverage.readDatabase(wardvoice.observer);
    for (const fault of wardvoice.faults.happened) coverage.reached(`fault: ${fault}`);
    return {
      seed,
      messages: hospital.acknowledged.size,
      sent: run.sent,
      violations,
      trail: [...trailOf(hospital, violations[0]), ...(await deliveriesOf(wardvoice.observer, violations[0]))],
      coverage,
      seconds: Math.round((performance.now() - begin) / 1_000),
    };
  } finally {
    await wardvoice.stop();
  }
}

interface Run {
  random: Random;
  /** For what patients and staff do, whose number depends on what Wardvoice sends. */
  answers: Random;
  gateway: Random;
  hospital: ModelHospital;
  coverage: Coverage;
  violations: Violation[];
  now: Date;
  /** Surveys that reached somebody, and can be answered. */
  links: { token: string; visit: ModelVisit }[];
  sent: number;
}

function advance(run: Run, { server }: SimulatedWardvoice, milliseconds: number): void {
  run.now = new Date(run.now.getTime() + milliseconds);
  server.setTime(run.now);
}

/** One event of the hospital, and perhaps something that people, machines or Wardvoice do. */
async function step(
  run: Run,
  wardvoice: SimulatedWardvoice,
  next: () => OutgoingMessage,
  urgent: (visit: string | null) => OutgoingMessage,
): Promise<void> {
  const { random } = run;
  await deliver(run, wardvoice, next());
  if (random.chance(0.15)) await personActs(run, wardvoice);
  if (random.chance(0.35)) await settle(run, wardvoice, random.chance(0.3) ? urgent : null);
}

/** Sends until it is acknowledged, to whichever listener answers; what is acknowledged may be sent again all the same. */
async function deliver(run: Run, wardvoice: SimulatedWardvoice, message: OutgoingMessage): Promise<void> {
  const { random, coverage } = run;
  const anyListener = () => random.int(0, wardvoice.listeners.length - 1);
  if (random.chance(0.02)) {
    await wardvoice.cutListeners();
    coverage.reached('a listener loses its database');
  }
  for (let attempt = 0; !(await wardvoice.send(anyListener(), message.text)); attempt += 1) {
    coverage.reached('a message is sent again until it is acknowledged');
    if (attempt === MAX_SENDS_AGAIN) throw new Error(`${message.controlId} is not acknowledged`);
  }
  message.acknowledge();
  coverage.reached(`event: ${message.event}`);
  if (!random.chance(0.08)) return;
  coverage.reached('an acknowledged message comes again');
  await wardvoice.send(anyListener(), message.text);
}

/** Processes what waits and runs the jobs that are due, with a failure or an urgent message in the middle, and compares. */
async function settle(
  run: Run,
  wardvoice: SimulatedWardvoice,
  urgent: ((visit: string | null) => OutgoingMessage) | null,
): Promise<void> {
  const { random, coverage } = run;
  const { faults, server } = wardvoice;
  const fault = () =>
    faults.plan(
      random.chance(0.12)
        ? {
            transaction: random.int(0, MAX_TRANSACTION),
            fault: random.pick(['lost before commit', 'lost after commit'] as const),
          }
        : null,
    );
  fault();
  await processAll(run, wardvoice);
  faults.clear();
  if (urgent) {
    const visit = await nextToBeAsked(run, wardvoice);
    faults.before(random.int(0, 2), async () => {
      coverage.reached('something urgent is acknowledged while a job runs');
      await deliver(run, wardvoice, urgent(visit));
    });
  } else fault();
  await server.runJobs({ asOf: run.now });
  faults.clear();
  await processAll(run, wardvoice);
  // What was held back asks again within a second.
  advance(run, wardvoice, 2_000);
  await server.runJobs({ asOf: run.now });
  if (run.violations.length > 0) return;
  run.violations.push(...(await checkInvariants(run.hospital, wardvoice.observer, run.now)));
}

async function processAll({ hospital }: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  await wardvoice.process();
  for (const { processed, ...record } of hospital.records) {
    processed.isDead = record.isDead;
    processed.isProtected = record.isProtected;
  }
}

/** The visit of what is due first, so that what is urgent meets somebody who is about to be written to. */
async function nextToBeAsked(run: Run, { observer }: SimulatedWardvoice): Promise<string | null> {
  const { rows } = await observer.query<{ number: string | null }>(
    `select coalesce(v.visit_number, v.appointment_number) as number from deliveries d join visits v on v.id = d.visit_id
     where d.state = 'scheduled' and d.send_at <= $1 order by d.send_at, d.id limit 1`,
    [run.now],
  );
  return rows[0]?.number ?? null;
}

/** A gateway is given something: compares it with what is acknowledged, remembers it, and answers as the seed says. */
async function meetGateway(run: Run, wardvoice: SimulatedWardvoice, sending: Sending): Promise<SendResult> {
  const { hospital, violations, now, gateway: answers, coverage } = run;
  const { delivery, visit, violation } = await checkSending(hospital, wardvoice.observer, sending, now);
  if (violation !== null)
    violations.push({ rule: violation, detail: `delivery ${delivery?.id} about visit ${visit?.number}` });
  // By the delivery and its attempt: the order in which jobs run must not matter.
  answers.begin(GATEWAY_PARTS + (delivery?.id ?? 0) * 100 + (delivery?.attempts ?? 0));
  const outcome = answers.chance(0.85) ? 'ok' : answers.pick(['retry', 'refused', 'unknown'] as const);
  coverage.reached(`gateway: ${outcome}`);
  // What may have arrived counts as asked about this visit.
  if (visit && outcome === 'unknown' && delivery?.purpose === 'survey') visit.surveysSent += 1;
  if (outcome !== 'ok') return { ok: false, outcome, error: 'The gateway does not take it.' };
  if (delivery?.purpose !== 'case_notice') run.sent += 1;
  if (visit && delivery?.purpose === 'survey') {
    if (delivery.reminder > 0) coverage.reached('a reminder');
    else {
      visit.surveysSent += 1;
      rootOf(visit.record).asked.push({ at: now, visit: visit.number });
    }
    run.links.push({ token: linkIn(sending.text), visit });
  }
  return { ok: true, gatewayMessageId: null };
}

/** A patient answers or says stop, a nurse decides, or a setting changes. */
async function personActs(run: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  const { answers, hospital, coverage, links } = run;
  links.sort((a, b) => a.visit.number.localeCompare(b.visit.number));
  const link = links.pop();
  if (link && answers.chance(0.5)) {
    if (link.visit.isAnswered) return;
    await answerBadly(wardvoice.server, link.token, 'It was loud at night.');
    link.visit.isAnswered = true;
    coverage.reached('an answer by link');
  } else if (answers.chance(0.3)) {
    const { phone } = rootOf(answers.pick(hospital.records));
    if (phone === null) return;
    const isStop = !hospital.optedOut.has(phone);
    await wardvoice.writeBack(phone, isStop ? 'STOP' : 'START');
    if (isStop) hospital.optedOut.add(phone);
    else hospital.optedOut.delete(phone);
    coverage.reached(isStop ? 'a patient says stop' : 'a patient says start');
  } else if (answers.chance(0.4)) {
    hospital.surveyOn = !hospital.surveyOn || answers.chance(0.7);
    await wardvoice.switchSurvey(hospital.surveyOn);
  } else await decideConflicts(run, wardvoice);
}

/** Somebody says of every doubt that it was a typing error of the sender. */
async function decideConflicts({ hospital, coverage }: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  const { server, application } = wardvoice;
  await wardvoice.process();
  // A new one each time: sessions end within a day.
  const { headers } = await server.makeUser({ applications: [application], permissions: ['admin'] });
  const { body, status: listed } = await server.call({ method: 'GET', url: '/api/v1/identity_conflicts', headers });
  if (listed !== 200) throw new Error(`the conflicts could not be listed: ${listed} ${JSON.stringify(body)}`);
  for (const { id } of body.data as { id: number }[]) {
    const url = `/api/v1/identity_conflicts/${id}`;
    const { status } = await server.call({ method: 'PUT', url, headers, payload: { decision: 'correct' } });
    if (status !== 200) throw new Error(`a conflict could not be decided: ${status}`);
    coverage.reached('a doubt is decided');
  }
  for (const record of hospital.records) record.doubts = 0;
}

/** What was planned for the visit that a violation names. */
async function deliveriesOf(observer: pg.Pool, violation: Violation | undefined): Promise<string[]> {
  const visit = /visit (\w+)/.exec(violation?.detail ?? '')?.[1];
  if (!visit) return [];
  const { rows } = await observer.query<{ line: string }>(
    `select concat_ws(' ', 'delivery', d.id, d.cause, d.state, d.reason, 'send_at', d.send_at, 'sent_at', d.sent_at,
       'attempts', d.attempts, case when d.outcome_unknown then 'in doubt' end) as line
     from deliveries d join visits v on v.id = d.visit_id where $1 in (v.visit_number, v.appointment_number) order by d.id`,
    [visit],
  );
  return rows.map(({ line }) => line);
}

const MAX_TRAIL = 30;

/** Messages about the visit or record that a violation names, or the last of all. */
function trailOf({ acknowledged, visits, records }: ModelHospital, violation: Violation | undefined): string[] {
  if (!violation) return [];
  const all = [...acknowledged.values()];
  const visit = visits.get(/visit (\w+)/.exec(violation.detail)?.[1] ?? '');
  const record = records.find(({ id }) => String(id) === /record (\d+)/.exec(violation.detail)?.[1]);
  const message = acknowledged.get(/\bC\d+/.exec(violation.detail)?.[0] ?? '');
  const about = record ?? visit?.record ?? records.find(({ id }) => id === message?.record);
  const ids = new Set(about ? records.filter((one) => rootOf(one) === rootOf(about)).map(({ id }) => id) : []);
  return all
    .filter(({ record: id }) => ids.size === 0 || ids.has(id))
    .slice(-MAX_TRAIL)
    .map(
      ({ controlId, event, record: id, visit: number }) => `${controlId} ${event} record ${id} visit ${number ?? '-'}`,
    );
}
