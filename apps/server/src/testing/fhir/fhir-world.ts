import { submitFeedback } from '../../features/feedback/index.ts';
import { feed, within } from '../builders.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import { adt } from '../hl7-messages.ts';
import { makeOwnSurvey, type OwnSurvey } from '../answers/own-survey.ts';
import type { Json, TestServer } from '../test-server.ts';

export interface FhirWorld extends FullApplication {
  /** A survey with headings, a condition and every type of question, which the patient has answered. */
  own: OwnSurvey;
  ownFeedbackId: number;
}

const SCH = (number: string, from: string, state: string) =>
  `SCH|${number}${'|'.repeat(10)}^^^${from}${'|'.repeat(14)}${state}`;

/** Makes an application with resources of every kind and state. */
export async function makeFhirWorld(server: TestServer): Promise<FhirWorld> {
  const full = await makeFullApplication(server);
  const stay = { ward: 'CEDAR', phone: '' };
  await feed(
    server,
    full,
    { ...stay, event: 'A01', patient: 'LEAVER', visit: 'LEAVER' },
    { ...stay, event: 'A21', patient: 'LEAVER', visit: 'LEAVER' },
    { ...stay, event: 'A01', patient: 'UNDONE', visit: 'UNDONE' },
    { ...stay, event: 'A11', patient: 'UNDONE', visit: 'UNDONE' },
    { ...stay, event: 'A04', patient: 'EMERG', visit: 'EMERG', patientClass: 'E', died: 'Y', born: '1945' },
    { ...stay, event: 'A05', patient: 'SOON', visit: 'SOON', patientClass: 'P' },
  );
  for (const [number, event, state] of [
    ['AP1', 'S12', 'BOOKED'],
    ['AP2', 'S12', 'BOOKED'],
    ['AP2', 'S15', 'CANCELLED'],
  ] as const)
    await server.receive(
      adt({
        type: 'SIU',
        event,
        facility: full.facility,
        patient: number,
        ward: 'CEDAR',
        visit: '',
        more: [SCH(number, '202701151000', state)],
      }),
    );
  const numbered = adt({ event: 'A28', facility: full.facility, without: ['PV1'], patient: 'NUMBERED' }).replace(
    'NUMBERED^^^HOSP^MR',
    'NUMBERED^^^HOSP^MR~777^^^NHS&2.16.840.1.113883.2.1.4.1&ISO^NH',
  );
  await server.receive(numbered);
  await server.processAll();
  await decideTwice(server, full);
  const { own, feedbackId } = await answerOwnSurvey(server, full);
  await server.runJobs();
  return { ...full, own, ownFeedbackId: feedbackId };
}

/** The patient agrees to surveys by e-mail, and thinks better of it; somebody unknown stops SMS. */
const decideTwice = (server: TestServer, full: FullApplication): Promise<void> =>
  within(server, full, async (tx) => {
    const decision = { application_id: full.id, source: 'preferences' };
    const ofPatient = { purpose: 'surveys', channel: 'email', address: 'orla@example.org', patient_id: full.patientId };
    for (const entry of [
      { ...ofPatient, change: 'agreed' },
      { ...ofPatient, change: 'withdrew' },
      { purpose: 'all', channel: 'sms', address: '+447700900777', change: 'opted_out' },
    ])
      await tx
        .insertInto('consent_events')
        .values({ ...decision, ...entry })
        .execute();
  });

async function answerOwnSurvey(server: TestServer, full: FullApplication) {
  const own = await makeOwnSurvey(server, full, { title: 'Every type', introduction: 'It takes a minute.' });
  const add = async (question: object): Promise<Json> => (await own.add(question)).body.data;
  const kind = await add({ title: 'Were we kind?', type_of: 'yes_no', required: true });
  await own.call('POST', `/surveys/${own.surveyId}/sections`, {
    section: { title: 'Details', introduction: 'In short' },
  });
  const why = await add({ title: 'Why?', type_of: 'text' });
  const nights = await add({ title: 'Nights', type_of: 'number', smallest: 0, largest: 100, unit: 'nights' });
  const rank = await add({ title: 'Rank', type_of: 'number' });
  const day = await add({ title: 'Which day?', type_of: 'date', latest: '2030-01-01' });
  const [yes] = kind.options;
  await own.call('PUT', `/questions/${why.id}`, {
    question: { conditions: [{ question_id: kind.id, option_id: yes.id }] },
  });
  const token = await own.ask({ patient_id: full.patientId });
  const { id: feedbackId } = await submitFeedback(server.ctx, token, {
    language: 'en',
    departmentId: undefined,
    responses: [
      { question_id: kind.id, option_id: yes.id },
      { question_id: why.id, text: 'Everybody smiled.' },
      { question_id: nights.id, number: 3 },
      { question_id: rank.id, number: 2.5 },
      { question_id: day.id, date: '2026-11-20' },
    ],
  });
  // The survey has changed since, so that the answers are those of an earlier revision.
  await own.call('PUT', `/surveys/${own.surveyId}`, { survey: { title: 'Every type, again' } });
  return { own, feedbackId };
}
