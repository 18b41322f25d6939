import { actAsStaff, askByHand } from './act-as-staff.ts';
import { rootOf, watch, wholeVisit, type ModelHospital, type ModelRecord } from '../model-hospital.ts';
import type { Random } from '../random.ts';
import { MAX_MESSAGES_PER_WEEK } from '../simulated-organisation.ts';
import type { Member, Run } from '../simulation-run.ts';
import type { SimulatedWardvoice } from '../simulated-wardvoice.ts';

/** Texts that ask to stop, in any reasonable wording (47 CFR 64.1200(a)(10)). */
const STOPS = [
  'STOP',
  'opt out',
  'Please opt me out',
  'Unsubscribe',
  'quit',
  'please stop texting me',
  'Remove me from your list',
  'ARRET',
  'No more messages please',
];
const STARTS = ['START', 'unstop'];
/** Texts about anything else, which a person has to read. */
const TEXTS = [
  { text: 'The food was cold and nobody came.', isHarm: false },
  { text: 'Who do I ring about my appointment on Monday?', isHarm: false },
  { text: 'I am bleeding heavily, please help', isHarm: true },
  { text: 'I want to kill myself', isHarm: true },
];

/** Lets a patient answer, write or say stop, a nurse decide a conflict or take a survey, or a setting change. */
export async function actAsPeople(run: Run, wardvoice: SimulatedWardvoice, member: Member): Promise<void> {
  const { answers } = run;
  if (answers.chance(0.25)) return actAsStaff(run, wardvoice, member);
  if (answers.chance(0.3)) return answerByLink(run, member);
  if (answers.chance(0.25)) return answerInPerson(run, member);
  if (answers.chance(0.45)) return writeBack(run, wardvoice, member);
  if (answers.chance(0.6)) return changeSurvey(run, member);
  return decideConflicts(run, wardvoice, member);
}

async function answerByLink({ answers, coverage, now, violations }: Run, member: Member): Promise<void> {
  const { links, hospital, organisation } = member;
  links.sort((a, b) => a.visit.number.localeCompare(b.visit.number));
  const isOfPathway = answers.chance(0.4);
  const newest = links.findLast(({ step }) => (step !== null) === isOfPathway);
  const link = newest ?? links.pop();
  member.links = links.filter((one) => one !== link);
  if (!link || isAnswered(link, hospital)) return;
  const visit = wholeVisit(link.visit);
  if (!(await organisation.answerByLink(link.token))) {
    coverage.reached('a link that cannot be answered');
    // Of two links about visits that became one, one is enough.
    if (link.until ? link.until > now : hospital.surveyOn && visit.surveysSent < 2)
      violations.push({
        rule: 'a link that cannot be answered',
        detail: `visit ${visit.number}, ${link.step ? `day ${link.step.day}` : 'no step'}, delivery ${link.delivery}`,
        hospital,
      });
    return;
  }
  coverage.reached(link.step ? 'an answer to a step of a pathway' : 'an answer by link');
  if (!link.step) visit.isAnswered = true;
  rootOf(visit.record).answered.push({ at: now, visit: visit.number, step: link.step });
}

/** Returns whether the survey of the link was answered already, or has no question. A step of a pathway is asked by a survey of its own. */
function isAnswered(link: Member['links'][number], { surveyHasQuestions }: ModelHospital): boolean {
  const { step } = link;
  const visit = wholeVisit(link.visit);
  if (!step) return visit.isAnswered || !surveyHasQuestions;
  return rootOf(visit.record).answered.some((one) => one.step?.place === step.place && one.step.day === step.day);
}

/**
 * A nurse takes the survey with a patient. When the visit has been answered already, that is refused, unless the survey is
 * another one.
 */
async function answerInPerson({ answers, coverage, now, violations }: Run, member: Member): Promise<void> {
  const { hospital, organisation } = member;
  const here = [...hospital.visits.values()].filter(
    ({ state, record, isAppointment }) =>
      !isAppointment && (state === 'open' || state === 'closed') && !rootOf(record).isDead,
  );
  if (here.length === 0) return;
  // The newest visits are preferred, because their surveys are still due.
  const visit = answers.pick(here.slice(-6));
  const outcome = await organisation.answerInPerson(visit.number);
  if (outcome === null) return;
  coverage.reached(`an answer in person: ${outcome === 'refused' ? 'refused' : 'taken'}`);
  if (outcome === 'refused') {
    if (!visit.isAnswered)
      violations.push({ rule: 'a first answer in person that was refused', detail: `visit ${visit.number}`, hospital });
    return;
  }
  const { step } = outcome;
  if (step) coverage.reached('an answer in person to a step of a pathway');
  else visit.isAnswered = true;
  rootOf(visit.record).answered.push({ at: now, visit: visit.number, step });
}

async function writeBack(run: Run, wardvoice: SimulatedWardvoice, member: Member): Promise<void> {
  const { answers, coverage } = run;
  const { hospital, organisation } = member;
  const others = run.members.filter((one) => one !== member);
  const stopped = new Set(others.flatMap((one) => [...one.hospital.optedOut]));
  const writer = anyWriter(hospital, answers, stopped);
  const phone = writer?.phone ?? null;
  if (phone === null) return;
  // A person who said stop to one organisation and says start to another has not taken back the stop at the first.
  const isOut = hospital.optedOut.has(phone) || stopped.has(phone);
  const { text, isHarm } = answers.chance(0.4)
    ? answers.pick(TEXTS)
    : { text: answers.pick(isOut ? STARTS : STOPS), isHarm: false };
  await organisation.writeBack(phone, text);
  hospital.texts.push({ from: phone, text, isHarm });
  if (writer) watch(hospital, writer);
  if (STOPS.includes(text)) {
    hospital.optedOut.add(phone);
    // Whoever writes from an address can be reached there: a text counts more than an earlier receipt that said otherwise.
    hospital.bounced.delete(phone);
    coverage.reached('a patient says stop');
  } else if (STARTS.includes(text)) {
    hospital.optedOut.delete(phone);
    coverage.reached('a patient says start');
    for (const other of others)
      if (other.hospital.optedOut.has(phone)) await askByHand(run, wardvoice, other, (one) => one.phone === phone);
  } else coverage.reached(isHarm ? 'a patient calls for help' : 'a patient writes');
}

/**
 * Returns who writes: preferably somebody who said stop to another organisation, or who was written to and may still get a
 * message this week.
 */
function anyWriter(
  { records }: ModelHospital,
  answers: Random,
  stoppedElsewhere: ReadonlySet<string>,
): ModelRecord | null {
  const stopped = answers.chance(0.3) ? records.filter(({ phone }) => phone && stoppedElsewhere.has(phone)) : [];
  const written = records.filter(({ sent, phone }) => phone !== null && sent.length > 0);
  const early = answers.chance(0.6) ? written.filter(({ sent }) => sent.length < MAX_MESSAGES_PER_WEEK) : [];
  const from = [stopped, early, written, records].find((list) => list.length > 0);
  return from ? rootOf(answers.pick(from)) : null;
}

async function changeSurvey({ answers, coverage }: Run, { hospital, organisation }: Member): Promise<void> {
  // A survey that is switched off or has no questions is soon switched on or filled again.
  if (!hospital.surveyOn || (hospital.surveyHasQuestions && answers.chance(0.5))) {
    hospital.surveyOn = !hospital.surveyOn;
    await organisation.switchSurvey(hospital.surveyOn);
    coverage.reached('a survey is switched off or on');
  } else {
    hospital.surveyHasQuestions = !hospital.surveyHasQuestions;
    await organisation.emptySurvey(!hospital.surveyHasQuestions);
    coverage.reached('a survey loses its questions, or has them again');
  }
}

/** Decides every open conflict as a typing error of the sender. */
async function decideConflicts(
  { coverage }: Run,
  wardvoice: SimulatedWardvoice,
  { hospital, organisation }: Member,
): Promise<void> {
  await wardvoice.process();
  for (let left = await organisation.decideConflicts(); left > 0; left -= 1) coverage.reached('a doubt is decided');
  for (const record of hospital.records) record.doubts = 0;
}
