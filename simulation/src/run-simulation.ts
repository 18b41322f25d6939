import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { NOON } from '../../apps/server/src/testing/asked.ts';
import { actAsPeople } from './people/act-as-people.ts';
import { listenOnly } from './people/act-as-staff.ts';
import { checkInvariants } from './checks/check-invariants.ts';
import type { Violation } from './checks/violation.ts';
import { createCoverage, type Coverage } from './checks/coverage.ts';
import { deliver } from './deliver-message.ts';
import { describeTrail } from './checks/describe-trail.ts';
import { createHospitalSender } from './happenings/hospital-events.ts';
import type { Fault } from './inject-faults.ts';
import { meetGateway, sendLateReceipts } from './meet-gateway.ts';
import { createModelHospital } from './model-hospital.ts';
import { planUrgent } from './people/plan-urgent.ts';
import { processAll } from './process-all.ts';
import { createRandom } from './random.ts';
import { startSimulatedWardvoice, type SimulatedWardvoice } from './simulated-wardvoice.ts';
import type { Member, Run } from './simulation-run.ts';

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
  /** The violations that were found together first. The run ends with them; none means that it broke no rule. */
  violations: Violation[];
  /** The last messages about what the first violation names, oldest first. */
  trail: string[];
  coverage: Coverage;
  seconds: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Maximum time between two events of the hospital; on average there are five an hour. */
const MAX_STEP_MINUTES = 24;
/** After the last event, time for everything that is still planned to be sent. */
const AFTERMATH_HOURS = 48;
/** Highest number of the transaction that a fault aims at. A batch of messages is one transaction, a sent message several. */
const MAX_TRANSACTION_OF_PROCESSING = 2;
const MAX_TRANSACTION_OF_STEPS = 3;
const MAX_TRANSACTION_OF_JOBS = 7;
const LOST_CONNECTIONS: readonly Fault[] = ['lost before commit', 'lost after commit'];
/** Steps after which the second organisation, and its second facility, begin to send. */
const SECOND_ORGANISATION_AT = 25;
const SECOND_FACILITY_AT = 50;
/** Until this step the second organisation only listens, as one whose settings are still being checked. */
const SECOND_SENDS_AT = 80;

/** Runs the simulation once. The same seed gives the same run. */
export async function runSimulation({ seed, hours, database }: SimulationPlan): Promise<SimulationOutcome> {
  const begin = performance.now();
  const run: Run = {
    random: createRandom(seed),
    answers: createRandom(~seed),
    gateway: createRandom(seed),
    members: [],
    coverage: createCoverage(),
    violations: [],
    now: NOON,
    sent: 0,
    lateReceipts: [],
    bouncing: [],
    handedOver: [],
  };
  const wardvoice = await startSimulatedWardvoice((sending) => meetGateway(run, wardvoice, sending), database);
  const { violations, coverage, random } = run;
  try {
    await join(run, wardvoice, ['NORTH', 'SOUTH'], ['NORTH', 'SOUTH']);
    const end = NOON.getTime() + hours * HOUR;
    for (let part = 1; run.now.getTime() < end && violations.length === 0; part += 1) {
      random.begin(part);
      run.answers.begin(part);
      advance(run, wardvoice, random.int(1, MAX_STEP_MINUTES * 60) * 1_000);
      await step(run, wardvoice, part);
    }
    for (let hour = 0; hour < AFTERMATH_HOURS && violations.length === 0; hour += 12) {
      advance(run, wardvoice, 12 * HOUR);
      await settle(run, wardvoice, false);
    }
    await coverage.readDatabase(wardvoice.observer);
    for (const fault of wardvoice.faults.happened) coverage.reached(`fault: ${fault}`);
    return {
      seed,
      messages: run.members.reduce((sum, { hospital }) => sum + hospital.acknowledged.size, 0),
      sent: run.sent,
      violations,
      trail: await describeTrail(violations[0], wardvoice.observer),
      coverage,
      seconds: Math.round((performance.now() - begin) / 1_000),
    };
  } finally {
    await wardvoice.stop();
  }
}

function advance(run: Run, { server }: SimulatedWardvoice, milliseconds: number): void {
  run.now = new Date(run.now.getTime() + milliseconds);
  server.setTime(run.now);
}

/** Adds an organisation with two sites; those in `facilities` already send. */
async function join(
  run: Run,
  wardvoice: SimulatedWardvoice,
  sites: readonly [string, string],
  facilities: readonly string[],
): Promise<Member> {
  const organisation = await wardvoice.addOrganisation(facilities);
  const hospital = createModelHospital(sites, facilities);
  hospital.surveyId = organisation.surveyId;
  const sender = createHospitalSender(hospital, run.random, run.now);
  const member = {
    organisation,
    hospital,
    sender,
    links: [],
    taken: new Set<number>(),
    inDoubt: new Set<number>(),
    receipts: new Map(),
  };
  run.members.push(member);
  return member;
}

/** Lets one event of a hospital happen, and perhaps something that people, machines or Wardvoice do. */
async function step(run: Run, wardvoice: SimulatedWardvoice, part: number): Promise<void> {
  const { random } = run;
  const [first, second] = run.members;
  let member = second && random.chance(0.3) ? second : first;
  let facility: string | undefined;
  if (part === SECOND_ORGANISATION_AT) {
    // It has the same numbers, phones and visits as the first organisation, and begins to send at once.
    member = await join(run, wardvoice, ['EAST', 'WEST'], ['EAST']);
    await listenOnly(member, true);
    run.coverage.reached('a second organisation sends as soon as it is there');
  } else if (part === SECOND_FACILITY_AT && second) {
    member = second;
    facility = 'WEST';
    await second.organisation.addFacility(facility);
    second.hospital.facilities.push(facility);
    run.coverage.reached('a facility sends as soon as it is an organisation’s');
  }
  if (part === SECOND_SENDS_AT && second) await listenOnly(second, false);
  if (!member) return;
  await deliver(run, wardvoice, member.sender.next(run.now, facility));
  if (random.chance(0.25)) await actAsPeople(run, wardvoice, member);
  if (random.chance(0.35)) await settle(run, wardvoice, random.chance(0.4));
}

/**
 * The process that died was the only one to know what gateways had answered. Its deliveries may have arrived, and count as if
 * they had.
 */
function forgetWhatOneKnew({ handedOver }: Run): void {
  for (const { member, delivery } of handedOver) member.inDoubt.add(delivery);
}

/** Processes what waits and runs the due jobs, with a fault or an urgent message in between, and compares the results. */
async function settle(run: Run, wardvoice: SimulatedWardvoice, isUrgent: boolean): Promise<void> {
  const { random } = run;
  const { faults, server } = wardvoice;
  const fault = (probability: number, maxTransaction: number, kinds: readonly Fault[]) =>
    faults.plan(
      random.chance(probability) ? { transaction: random.int(0, maxTransaction), fault: random.pick(kinds) } : null,
    );
  if (random.chance(0.3)) await wardvoice.processFiled();
  fault(0.15, MAX_TRANSACTION_OF_PROCESSING, LOST_CONNECTIONS);
  await processAll(run, wardvoice);
  faults.clear();
  fault(0.2, MAX_TRANSACTION_OF_STEPS, [...LOST_CONNECTIONS, 'process dies']);
  await wardvoice.decideSteps();
  faults.clear();
  if (isUrgent) await planUrgent(run, wardvoice);
  else fault(0.4, MAX_TRANSACTION_OF_JOBS, [...LOST_CONNECTIONS, 'process dies', 'process dies']);
  const failures = faults.happened.length;
  run.handedOver.length = 0;
  await server.runJobs({ asOf: run.now });
  faults.clear();
  if (faults.happened.slice(failures).includes('process dies')) forgetWhatOneKnew(run);
  await sendLateReceipts(run, wardvoice);
  await processAll(run, wardvoice);
  await wardvoice.applyReceipts();
  // A delivery that was held back is tried again within a second, and one that is refused then on the other channel a second later.
  for (let round = 0; round < 2; round += 1) {
    advance(run, wardvoice, 2_000);
    await wardvoice.decideSteps();
    await server.runJobs({ asOf: run.now });
    await wardvoice.applyReceipts();
  }
  for (const { to, member, receipt, delivery } of run.bouncing.splice(0)) {
    // The process that died took the gateway's number for it along, so nobody can know what this receipt is about.
    const isLost = receipt.gateway_message_id !== undefined && member.inDoubt.has(delivery);
    if (!isLost && !member.hospital.optedOut.has(to)) member.hospital.bounced.add(to);
  }
  for (const member of run.members) {
    if (run.violations.length === 0) run.violations.push(...(await checkInvariants(run, member, wardvoice.observer)));
  }
}
