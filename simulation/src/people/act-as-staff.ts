import { checkAnswerOfGate } from '../checks/check-answer-of-gate.ts';
import { UNIQUE_NUMBER } from '../hospital-world.ts';
import { rootOf, roots, type ModelRecord, type ModelVisit } from '../model-hospital.ts';
import { processAll } from '../process-all.ts';
import type { Member, Run } from '../simulation-run.ts';
import type { SimulatedWardvoice } from '../simulated-wardvoice.ts';
import { Refused } from './staff-calls.ts';

const MAX_LISTED = 6;

/** A colleague sends a survey by hand, sends a broadcast, stops what goes to patients, or switches "only listens" for the organisation. */
export async function actAsStaff(run: Run, wardvoice: SimulatedWardvoice, member: Member): Promise<void> {
  const { answers } = run;
  if (member.hospital.listensOnly && answers.chance(0.3)) return listenOnly(member, false);
  if (member.hospital.isStopped ? answers.chance(0.5) : answers.chance(0.1))
    return stopSending(run, member, !member.hospital.isStopped);
  if (answers.chance(0.5)) return askByHand(run, wardvoice, member);
  if (answers.chance(0.85)) return broadcast(run, member);
  if (answers.chance(0.4)) return endPlace(run, member);
  run.coverage.reached('an organisation only listens for a while');
  return listenOnly(member, true);
}

export async function listenOnly({ organisation, hospital }: Member, isOn: boolean): Promise<void> {
  await organisation.listenOnly(isOn);
  hospital.listensOnly = isOn;
}

async function stopSending({ coverage }: Run, { organisation, hospital }: Member, isOn: boolean): Promise<void> {
  await organisation.stopSending(isOn);
  hospital.isStopped = isOn;
  coverage.reached(isOn ? 'sending is stopped' : 'sending is resumed');
}

/** Sends a survey by hand about a visit that is over, preferably a late one. `isAbout` limits whom it may be about. */
export async function askByHand(
  run: Run,
  wardvoice: SimulatedWardvoice,
  member: Member,
  isAbout: (record: ModelRecord) => boolean = () => true,
): Promise<void> {
  await processAll(run, wardvoice);
  const visits = [...member.hospital.visits.values()].filter(
    ({ state, isAppointment, record }) =>
      !isAppointment && (state === 'closed' || state === 'cancelled') && isAbout(rootOf(record)),
  );
  if (visits.length === 0) return;
  const { answers } = run;
  await askAboutVisit(run, member, answers.pick(answers.chance(0.6) ? visits.slice(-5) : visits));
}

/** Sends to the patient's own address or to one that somebody typed; sometimes with a reason to send against the settings. */
async function askAboutVisit(run: Run, member: Member, visit: ModelVisit): Promise<void> {
  const { answers, coverage, violations, now } = run;
  const { hospital, organisation } = member;
  const record = rootOf(visit.record);
  const isByEmail = record.email !== null && answers.chance(0.3);
  const own = isByEmail ? record.email : record.phone;
  const to = own === null || answers.chance(0.15) ? `+3538599${String(10_000 + visit.typed.size)}` : own;
  const channel = isByEmail && to === own ? 'email' : 'sms';
  const asking = {
    ...(channel === 'email' ? { email: to } : { phone: to }),
    ...(answers.chance(0.4) ? { override_reason: 'Their doctor asks for it.' } : {}),
  };
  visit.typed.add(to);
  try {
    const answer = await organisation.askByHand(visit.number, asking);
    if (answer === null) return;
    coverage.reached(`a message by hand: ${answer.reason ?? answer.state}`);
    if (asking.override_reason) coverage.reached('a message by hand against the settings');
    const rule = checkAnswerOfGate({ hospital, record, sending: { to, channel }, now }, visit, answer);
    if (rule !== null)
      violations.push({ rule, detail: `${answer.reason ?? answer.state}, visit ${visit.number}`, hospital });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    coverage.reached('a message by hand: the survey cannot be answered');
    if (hospital.surveyOn && hospital.surveyHasQuestions)
      violations.push({ rule: 'a message by hand that was refused', detail: `visit ${visit.number}`, hospital });
  }
}

async function endPlace({ coverage }: Run, { organisation }: Member): Promise<void> {
  if (await organisation.endPlace()) coverage.reached('a colleague ends somebody’s pathway');
}

/** Sends to people who are on a list by a number that nobody else has, at their present addresses. */
async function broadcast({ answers, coverage }: Run, { hospital, organisation }: Member): Promise<void> {
  const numberOf = ({ identifiers }: ModelRecord) =>
    identifiers.find(({ value }) => value.startsWith(UNIQUE_NUMBER))?.value;
  const known = roots(hospital).flatMap((record) => {
    const external_id = numberOf(record);
    return external_id === undefined ? [] : [{ record, external_id }];
  });
  const written = known.filter(({ record }) => record.sent.length > 0);
  const chosen = new Set([...answers.shuffle(written).slice(0, 2), ...answers.shuffle(known)].slice(0, MAX_LISTED));
  if (chosen.size === 0) return;
  const people = [...chosen].map(({ record: { givenName, familyName, phone, email }, external_id }) => {
    const addresses = hospital.listed.get(external_id) ?? new Set();
    for (const address of [phone, email]) if (address !== null) addresses.add(address);
    hospital.listed.set(external_id, addresses);
    return { name: `${givenName} ${familyName}`, external_id, phone, email };
  });
  await organisation.broadcast(people);
  coverage.reached('a broadcast');
}
