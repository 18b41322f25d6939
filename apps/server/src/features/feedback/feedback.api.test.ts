import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BAD_REPLY,
  GOOD_REPLY,
  makeAskingHospital,
  submit,
  type AskingHospital,
} from '../../testing/asked-patients.ts';
import { feed, linkIn, makeTrigger, within } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { insertTrigger } from '../triggers/index.ts';

let server: TestServer;
let hospital: AskingHospital;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeAskingHospital(server);
});
afterAll(() => server.stop());

const get = (token: string, query = '') => server.call({ method: 'GET', url: `/api/v1/feedback/${token}${query}` });
const saveDraft = (token: string, responses: unknown) =>
  server.call({ method: 'PUT', url: `/api/v1/feedback/${token}/draft`, payload: { feedback: { responses } } });
const invitation = (id: number) =>
  within(server, hospital.application, (tx) =>
    tx.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const change = (id: number, to: { withdrawn_at?: Date; expires_at?: Date }) =>
  within(server, hospital.application, (tx) => tx.updateTable('invitations').set(to).where('id', '=', id).execute());

interface PortalSurvey {
  title: string;
  language: string;
  languages: string[];
  categories: { title: string; questions: { id: number; title: string; response: unknown; options: object[] }[] }[];
}
const questionsOf = (survey: PortalSurvey) => survey.categories.flatMap(({ questions }) => questions);

describe('the survey behind a link', () => {
  it('is returned by category, in the language asked for', async () => {
    const { token } = await hospital.ask();
    const { status, body, headers } = await get(token, '?lang=ar');
    const survey: PortalSurvey = body.data.survey;
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(survey).toMatchObject({
      title: 'إقامتك معنا',
      language: 'ar',
      languages: ['en', 'ar', 'fr', 'es', 'pl', 'ur'],
    });
    expect(survey.categories.map(({ title }) => title)).toEqual(['ع Overall', 'ع Staff', 'ع Discharge']);
    expect(questionsOf(survey)).toHaveLength(6);
  });

  it('is in the language of the invitation when no other is asked for, else in its own', async () => {
    const { token } = await hospital.ask({ language: 'fr' });
    expect((await get(token)).body.data.survey.language).toBe('fr');
    expect((await get(token, '?lang=xx')).body.data.survey.language).toBe('fr');
    const other = await hospital.ask({ language: 'de' });
    expect((await get(other.token)).body.data.survey.language).toBe('en');
  });

  it('does not contain the values of answers or who is notified of them', async () => {
    const { token } = await hospital.ask();
    const { body } = await get(token);
    expect(JSON.stringify(body)).not.toMatch(/"(value|escalate|notify|department_id)"/);
  });

  it('is not changed by reading it, as mail scanners do', async () => {
    const { token, invitationId } = await hospital.ask();
    const before = await invitation(invitationId);
    await get(token);
    await server.call({ method: 'GET', url: `/feedback/${token}` });
    await server.call({ method: 'HEAD', url: `/feedback/${token}` });
    expect(await invitation(invitationId)).toEqual(before);
  });

  it('is 404 when unknown, 409 when used, 410 when withdrawn or expired', async () => {
    const [used, withdrawn, expired] = [await hospital.ask(), await hospital.ask(), await hospital.ask()];
    await submit(server, hospital, used.token, GOOD_REPLY);
    await change(withdrawn.invitationId, { withdrawn_at: new Date() });
    await change(expired.invitationId, { expires_at: new Date(Date.now() - 1000) });
    const expected = { nobodysToken: 404, [used.token]: 409, [withdrawn.token]: 410, [expired.token]: 410 };
    for (const [token, status] of Object.entries(expected)) {
      const answers = [await get(token), await submit(server, hospital, token, GOOD_REPLY), await saveDraft(token, [])];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      expect(answers[0]?.body.message).toMatch(/\w/);
    }
  });
});

describe('a survey that was read and is sent back with the answers filled in', () => {
  /** Fills in an answer to each question with options, in the survey as it was read. */
  const fillIn = (survey: PortalSurvey, reply: Record<string, string>) => {
    const optionOf = (id: number) => {
      const key = Object.keys(reply).find((one) => hospital.question(one).id === id);
      return key === undefined ? undefined : hospital.optionId(key, reply[key] ?? '');
    };
    for (const question of questionsOf(survey)) {
      const option_id = optionOf(question.id);
      if (option_id !== undefined)
        question.response = { ...(question.response as object | null), question_id: question.id, option_id };
    }
    return survey;
  };
  const send = (token: string, feedback: object) =>
    server.call({ method: 'POST', url: `/api/v1/feedback/${token}`, payload: { feedback } });
  const chosen = (feedbackId: number) =>
    within(server, hospital.application, (tx) =>
      tx.selectFrom('feedback').select('score').where('id', '=', feedbackId).executeTakeFirstOrThrow(),
    );

  it('is stored as it is, also where the draft had another answer', async () => {
    const { token } = await hospital.ask();
    await saveDraft(token, hospital.responses({ overall: 'Poor' }));
    const survey = fillIn((await get(token)).body.data.survey, { overall: 'Very good', kindness: '5', contact: 'Yes' });
    const { status, body } = await send(token, { survey });
    expect([status, body.data.state]).toEqual([201, 'submitted']);
    expect(Number((await chosen(body.data.id)).score)).toBe(100);
  });

  it('gets an error that names the unanswered questions', async () => {
    const { token } = await hospital.ask();
    const survey = fillIn((await get(token)).body.data.survey, { overall: 'Very good' });
    const { status, body } = await send(token, { survey });
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([
      `question_${hospital.question('kindness').id}`,
      `question_${hospital.question('contact').id}`,
    ]);
  });

  it('needs answers in one of the two forms', async () => {
    const { token } = await hospital.ask();
    const { status, body } = await send(token, { language: 'en' });
    expect(status).toBe(422);
    expect(body.errors.responses[0]).toMatch(/^Send the answers/);
  });
});

describe('a draft', () => {
  it('is returned when the link is opened again, and counts as opening', async () => {
    const { token, invitationId } = await hospital.ask();
    const responses = hospital.responses({ overall: 'Fair', comment: 'Half a sentence' });
    expect((await saveDraft(token, responses)).status).toBe(200);
    const { opened_at } = await invitation(invitationId);
    expect(opened_at).not.toBeNull();
    const questions = questionsOf((await get(token)).body.data.survey);
    const responseTo = (key: string) => questions.find(({ id }) => id === hospital.question(key).id)?.response;
    expect(responseTo('overall')).toMatchObject({ option_id: hospital.optionId('overall', 'Fair') });
    expect(responseTo('comment')).toMatchObject({ text: 'Half a sentence' });
    expect(responseTo('kindness')).toBeNull();
    // The first time of opening stays.
    await saveDraft(token, []);
    expect((await invitation(invitationId)).opened_at).toEqual(opened_at);
  });

  it('is deleted once the survey is submitted', async () => {
    const { token, invitationId } = await hospital.ask();
    await saveDraft(token, hospital.responses(GOOD_REPLY));
    await submit(server, hospital, token, GOOD_REPLY);
    expect(await invitation(invitationId)).toMatchObject({ draft: null, answered_at: expect.any(Date) });
  });
});

describe('answers', () => {
  const stored = (invitationId: number) =>
    within(server, hospital.application, async (tx) => {
      const records = await tx.selectFrom('feedback').selectAll().where('invitation_id', '=', invitationId).execute();
      const ids = records.map(({ id }) => id);
      const answers = await tx
        .selectFrom('feedback_answers')
        .selectAll()
        .where('feedback_id', 'in', [0, ...ids])
        .orderBy('id')
        .execute();
      return { records, answers };
    });

  it('are stored with their score, in the survey’s default language for staff', async () => {
    const { token, invitationId } = await hospital.ask();
    const reply = { ...GOOD_REPLY, kindness: '4', help: ['How to take my medicines', 'Pain that is hard to bear'] };
    const answer = await submit(server, hospital, token, { ...reply, comment: 'شكرًا' }, 'ar');
    expect(answer.status).toBe(201);
    const { records, answers } = await stored(invitationId);
    // The values are 100, 75, 100 and the mean of 50 and 0.
    expect(records).toMatchObject([{ id: answer.body.data.id, language: 'ar', score: 75 }]);
    expect(answers.map(({ question_title, option_title, text }) => [question_title, option_title ?? text])).toEqual([
      ['Overall, how was your stay?', 'Very good'],
      ['How kind and respectful were our staff?', '4'],
      ['Do you know who to call if you are worried at home?', 'Yes'],
      ['Do you need help with any of these now?', 'How to take my medicines'],
      ['Do you need help with any of these now?', 'Pain that is hard to bear'],
      ['Is there anything else you would like us to know?', 'شكرًا'],
    ]);
    expect(answers.map(({ category_title }) => category_title)).toContain('Discharge');
    // A person who chose two options counts once in the results.
    expect(answers.filter(({ repeats }) => repeats).map(({ option_title }) => option_title)).toEqual([
      'Pain that is hard to bear',
    ]);
  });

  it('that are missing are named by question, in the language of the page', async () => {
    const { token, invitationId } = await hospital.ask();
    const { status, body } = await submit(server, hospital, token, { overall: 'Good' }, 'fr');
    expect(status).toBe(422);
    expect(body.message).toBe('Certaines réponses sont à revoir.');
    expect(body.errors).toEqual({
      [`question_${hospital.question('kindness').id}`]: ['Choisissez une réponse.'],
      [`question_${hospital.question('contact').id}`]: ['Choisissez une réponse.'],
    });
    expect((await stored(invitationId)).records).toEqual([]);
  });

  it('to a question that was not asked are dropped', async () => {
    const { token, invitationId } = await hospital.ask();
    await submit(server, hospital, token, { ...GOOD_REPLY, better: 'Nothing at all' });
    expect((await stored(invitationId)).answers.map(({ question_id }) => question_id)).not.toContain(
      hospital.question('better').id,
    );
  });

  it('sent twenty times at once are stored once', async () => {
    const { token, invitationId } = await hospital.ask();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(server, hospital, token, BAD_REPLY)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array<number>(19).fill(409)]);
    const { records, answers: rows } = await stored(invitationId);
    expect([records.length, rows.length]).toEqual([1, 3]);
  });

  it('are tagged with a department of the hospital, and stored without a tag for a department of another', async () => {
    const other = await makeAskingHospital(server);
    const [own, foreign] = [await hospital.ask(), await hospital.ask()];
    const send = (token: string, department: number) =>
      server.call({
        method: 'POST',
        url: `/api/v1/feedback/${token}?department_id=${department}`,
        payload: { feedback: { responses: hospital.responses(GOOD_REPLY) } },
      });
    expect((await send(own.token, hospital.homeId)).status).toBe(201);
    expect((await send(foreign.token, other.homeId)).status).toBe(201);
    expect((await stored(own.invitationId)).records).toMatchObject([{ department_id: hospital.homeId }]);
    expect((await stored(foreign.invitationId)).records).toMatchObject([{ department_id: null }]);
  });

  it('cannot name questions of another hospital', async () => {
    const other = await makeAskingHospital(server);
    const { token } = await hospital.ask();
    expect((await submit(server, other, token, GOOD_REPLY)).status).toBe(422);
  });
});

describe('a discharged patient who got a survey by SMS', () => {
  it('gives answers, and the message with the link is marked as answered', async () => {
    const { application, surveyId } = hospital;
    await makeTrigger(server, application, { survey_id: surveyId });
    await feed(server, application, { event: 'A03', ward: 'ASH', patient: 'ASKED' });
    await server.runJobs();
    const token = linkIn(server.gateways.texts.at(-1)?.text ?? '');
    expect((await submit(server, hospital, token, GOOD_REPLY)).status).toBe(201);
    const deliveries = await within(server, application, (tx) =>
      tx.selectFrom('deliveries').select('state').where('purpose', '=', 'survey').execute(),
    );
    expect(deliveries).toEqual([{ state: 'answered' }]);
  });
});

describe('an answer that escalates', () => {
  it('is pushed once to the systems that subscribe to it, without naming the patient', async () => {
    const asking = await makeAskingHospital(server);
    const { application } = asking;
    await within(server, application, async (tx) => {
      for (const survey_id of [undefined, asking.surveyId, 987_654]) {
        await insertTrigger(tx, application.id, {
          trigger: 'survey_response_escalated',
          action: 'api_push',
          config: { filters: {}, delay: 0, endpoint: 'https://ward.example/hook', ...(survey_id ? { survey_id } : {}) },
          active: true,
        });
      }
    });
    const { token } = await asking.ask();
    await submit(server, asking, token, { ...BAD_REPLY, better: 'Ring Orla Inventwell back' });
    await server.runJobs();
    await server.runJobs();
    const pushed = server.gateways.pushes.map(({ endpoint, body }) => ({ endpoint, ...JSON.parse(body) }));
    expect(pushed).toHaveLength(2);
    expect(pushed[0]).toMatchObject({
      endpoint: 'https://ward.example/hook',
      type: 'survey_response_escalated',
      survey_id: asking.surveyId,
      department_id: asking.wardId,
      question: 'Overall, how was your stay?',
      answer: 'Poor',
    });
    expect(JSON.stringify(pushed)).not.toContain('Orla');
  });

  it('is pushed without its words where these are words of harm', async () => {
    const asking = await makeAskingHospital(server);
    const config = { filters: {}, delay: 0, endpoint: 'https://harm.example/hook' };
    await within(server, asking.application, (tx) =>
      insertTrigger(tx, asking.application.id, {
        trigger: 'survey_response_escalated',
        action: 'api_push',
        config,
        active: true,
      }),
    );
    const { token } = await asking.ask();
    await submit(server, asking, token, { ...GOOD_REPLY, comment: 'I, Orla Inventwell, cannot breathe' });
    await server.runJobs();
    await server.runJobs();
    const pushed = server.gateways.pushes.filter(({ endpoint }) => endpoint === config.endpoint);
    expect(pushed.map(({ body }) => JSON.parse(body))).toMatchObject([{ department_id: asking.wardId, answer: '' }]);
    expect(JSON.stringify(pushed)).not.toContain('Orla');
  });

  it('pushes nothing when the answers are good', async () => {
    const before = server.gateways.pushes.length;
    const { token } = await hospital.ask();
    await submit(server, hospital, token, GOOD_REPLY);
    await server.runJobs();
    expect(server.gateways.pushes).toHaveLength(before);
  });
});
