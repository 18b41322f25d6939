import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BAD_REPLY,
  GOOD_REPLY,
  makeAskingHospital,
  submit,
  type AskingHospital,
} from '../../testing/asked-patients.ts';
import { feed, linkIn, makeTrigger, within } from '../../testing/builders.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { escalateCase } from './index.ts';

/** The test's clock starts tomorrow, so that no job is due by the clock of the database before the test runs it. */
const START = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000);
const minutesLater = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const PERMISSIONS = ['cases.list', 'cases.update'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface World {
  application: TestApplication;
  hospital: AskingHospital;
  nurse: TestUser;
  colleague: TestUser;
  matron: TestUser;
  /** Submits a bad answer and returns the case it opens. */
  openCase(): Promise<number>;
}

/** Two nurses are the first level, the matron is the second, thirty minutes later. */
async function makeWorld(): Promise<World> {
  server.setTime(START);
  const application = await server.makeApplication({ country: 'GB' });
  const people = { applications: [application], permissions: PERMISSIONS };
  const [nurse, colleague, matron] = [
    await server.makeUser(people),
    await server.makeUser(people),
    await server.makeUser(people),
  ];
  const hospital = await makeAskingHospital(server, { levels: [[nurse, colleague], [matron]] }, application);
  return {
    application,
    hospital,
    nurse,
    colleague,
    matron,
    async openCase() {
      const { token } = await hospital.ask();
      await submit(server, hospital, token, BAD_REPLY);
      const { body } = await list(nurse);
      return body.data[0].id;
    },
  };
}

const list = (user: TestUser, query = '') =>
  server.call({ method: 'GET', url: `/api/v1/cases${query}`, headers: user.headers });
const read = (user: TestUser, id: number) =>
  server.call({ method: 'GET', url: `/api/v1/cases/${id}`, headers: user.headers });
const move = (user: TestUser, id: number, action: string, note?: string) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/cases/${id}`,
    headers: user.headers,
    payload: { case: { action, ...(note === undefined ? {} : { note }) } },
  });
const inbox = (user: TestUser, query = '') =>
  server.call({ method: 'GET', url: `/api/v1/inbox${query}`, headers: user.headers });
const mailTo = (user: TestUser) => server.gateways.emails.filter(({ to }) => to === user.email);

describe('an answer that calls for help', () => {
  it('opens a case and notifies the first level at once, in the inbox and by e-mail', async () => {
    const { hospital, nurse, colleague, matron } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, { ...BAD_REPLY, better: 'Tell Orla Inventwell why' });
    await server.runJobs();

    const { data } = (await list(nurse)).body;
    expect(data).toMatchObject([
      {
        state: 'new',
        department_title: 'Ward care',
        survey_title: 'Your stay with us',
        question: 'Overall, how was your stay?',
        answer: 'Poor',
        level: 1,
        next_level_at: minutesLater(30).toISOString(),
        claimed_by_name: null,
      },
    ]);
    for (const user of [nurse, colleague]) {
      expect((await inbox(user)).body).toMatchObject({
        unread_count: 1,
        data: [{ kind: 'case_opened', case_state: 'new' }],
      });
      expect(mailTo(user)).toHaveLength(1);
    }
    expect((await inbox(matron)).body.data).toEqual([]);
    const [mail] = mailTo(nurse);
    expect(mail?.text).toContain(`http://wardvoice.test/cases/${data[0].id}`);
    expect(mail?.text).toContain('Ward care');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Orla|Inventwell|Poor|how was your stay/);
  });

  it('opens one case per department, named after the first such answer', async () => {
    const { hospital, nurse } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, {
      ...BAD_REPLY,
      help: ['A wound that worries me', 'Pain that is hard to bear', 'How to take my medicines'],
    });
    const { data } = (await list(nurse)).body;
    expect(
      data.map((one: { department_title: string; answer: string }) => [one.department_title, one.answer]).sort(),
    ).toEqual([
      ['Going home', 'A wound that worries me'],
      ['Ward care', 'Poor'],
    ]);
    // The answer about medicines would only notify, and its people are notified of the case already.
    expect((await inbox(nurse)).body.data).toHaveLength(2);
  });

  it('in words of harm opens an urgent case, however good the rest is', async () => {
    const { hospital, nurse } = await makeWorld();
    const { token } = await hospital.ask();
    const comment = 'All was well. At home I am bleeding heavily.';
    await submit(server, hospital, token, { ...GOOD_REPLY, comment });
    const { data } = (await list(nurse)).body;
    expect(data).toMatchObject([{ severity: 'urgent', department_title: 'Ward care', answer: comment, level: 1 }]);
    const { answers } = (await read(nurse, data[0].id)).body.data;
    expect(answers.filter(({ escalate }: { escalate: boolean }) => escalate)).toMatchObject([{ answer: comment }]);
    await server.runJobs();
    const [mail] = mailTo(nurse);
    expect(mail?.text).toContain(`/cases/${data[0].id}`);
    expect(`${mail?.subject}${mail?.text}`).not.toContain('bleeding');
  });

  it('names the case by the words of harm where a chosen answer escalates to the same department', async () => {
    const { hospital, nurse } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, { ...BAD_REPLY, better: 'I cannot breathe' });
    expect((await list(nurse)).body.data).toMatchObject([{ severity: 'urgent', answer: 'I cannot breathe' }]);
  });

  it('that tells of an illness opens no case', async () => {
    const { hospital, nurse } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, {
      ...GOOD_REPLY,
      comment: 'They stopped the bleeding as soon as I came in.',
    });
    expect((await list(nurse)).body.data).toEqual([]);
  });

  it('that only notifies opens no case', async () => {
    const { hospital, nurse, matron } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, { ...GOOD_REPLY, contact: 'No' });
    expect((await list(nurse)).body.data).toEqual([]);
    expect((await inbox(nurse)).body.data).toMatchObject([
      { kind: 'case_notify', case_id: null, department_title: 'Going home', answer: 'No' },
    ]);
    expect((await inbox(matron)).body.data).toEqual([]);
  });

  it('skips a level whose people have all left', async () => {
    const { hospital, nurse, colleague, matron, application } = await makeWorld();
    await within(server, application, (tx) =>
      tx.updateTable('users').set({ deactivated_at: START }).where('id', 'in', [nurse.id, colleague.id]).execute(),
    );
    const { token } = await hospital.ask();
    await submit(server, hospital, token, BAD_REPLY);
    expect((await list(matron)).body.data).toMatchObject([{ level: 2, next_level_at: null }]);
    expect((await inbox(matron)).body.data).toMatchObject([{ kind: 'case_escalated' }]);
  });
});

describe('a case that nobody claims', () => {
  it('is escalated to the next level when its time has come, once, and no further after the last', async () => {
    const { application, nurse, matron, openCase } = await makeWorld();
    const id = await openCase();
    server.setTime(minutesLater(29));
    await server.runJobs();
    expect((await inbox(matron)).body.data).toEqual([]);

    server.setTime(minutesLater(30));
    await server.runJobs();
    await escalateCase(server.ctx, application.id, id, 2);
    await escalateCase(server.ctx, application.id, id, 3);
    await server.runJobs();
    expect((await inbox(matron)).body.data).toMatchObject([{ kind: 'case_escalated', case_id: id }]);
    expect(mailTo(matron)).toHaveLength(1);
    expect(mailTo(nurse)).toHaveLength(1);
    const { data } = (await read(nurse, id)).body;
    expect(data).toMatchObject({ level: 2, next_level_at: null });
    expect(data.steps.map(({ action }: { action: string }) => action)).toEqual(['opened', 'escalated']);

    server.setTime(minutesLater(600));
    await server.runJobs();
    expect((await inbox(matron)).body.data).toHaveLength(1);
  });

  it('waits when its job comes early, and is escalated when its time has come', async () => {
    const { application, matron, openCase } = await makeWorld();
    const id = await openCase();
    await escalateCase(server.ctx, application.id, id, 2);
    expect((await inbox(matron)).body.data).toEqual([]);
    server.setTime(minutesLater(30));
    await server.runJobs();
    expect((await inbox(matron)).body.data).toHaveLength(1);
  });

  it('is not escalated any more once it is claimed', async () => {
    const { nurse, matron, openCase } = await makeWorld();
    const id = await openCase();
    await move(nurse, id, 'claim');
    server.setTime(minutesLater(45));
    await server.runJobs();
    expect((await inbox(matron)).body.data).toEqual([]);
    expect((await read(nurse, id)).body.data.next_level_at).toBeNull();
  });
});

describe('a case', () => {
  it('is claimed by one of two people at the same time, and the other is told who has it', async () => {
    const { nurse, colleague, openCase } = await makeWorld();
    const id = await openCase();
    const answers = await Promise.all([move(nurse, id, 'claim'), move(colleague, id, 'claim')]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)?.body.data;
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost.message).toBe(`${won.claimed_by_name} has claimed this case already.`);
  });

  it('goes from claim to contact to close, and each step has who, when and why', async () => {
    const { nurse, openCase } = await makeWorld();
    const id = await openCase();
    await move(nurse, id, 'claim');
    server.setTime(minutesLater(5));
    expect((await move(nurse, id, 'contacted', 'Rang, nobody answered')).body.data.state).toBe('contacted');
    server.setTime(minutesLater(20));
    const { body } = await move(nurse, id, 'close', 'Spoke with her; pharmacy rings tomorrow');
    expect(body.data).toMatchObject({ state: 'closed', closed_at: minutesLater(20).toISOString() });
    expect(body.data.steps.slice(1)).toMatchObject([
      { action: 'claim', note: null, at: START.toISOString() },
      { action: 'contacted', note: 'Rang, nobody answered', at: minutesLater(5).toISOString() },
      { action: 'close', note: 'Spoke with her; pharmacy rings tomorrow' },
    ]);
    expect(new Set(body.data.steps.slice(1).map((step: { user_name: string }) => step.user_name)).size).toBe(1);
  });

  it('cannot be closed without a note, nor before it is claimed', async () => {
    const { nurse, openCase } = await makeWorld();
    const id = await openCase();
    expect(await move(nurse, id, 'close', '  ')).toMatchObject({
      status: 422,
      body: { errors: { note: ['Write how the case was closed.'] } },
    });
    expect(await move(nurse, id, 'close', 'done')).toMatchObject({
      status: 409,
      body: { message: 'Claim this case first.' },
    });
    expect((await move(nurse, id, 'reopen')).status).toBe(409);
  });

  it('is moved on by the person who claimed it, or by an administrator', async () => {
    const { application, nurse, colleague, openCase } = await makeWorld();
    const id = await openCase();
    const claimed = await move(nurse, id, 'claim');
    const refused = await move(colleague, id, 'close', 'not mine');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(`Only ${claimed.body.data.claimed_by_name}`);
    const admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
    expect((await move(admin, id, 'close', 'Closed for her')).status).toBe(200);
  });

  it('starts again at the first level when it is reopened', async () => {
    const { nurse, matron, openCase } = await makeWorld();
    const id = await openCase();
    await move(nurse, id, 'claim');
    await move(nurse, id, 'close', 'done');
    server.setTime(minutesLater(60));
    const { body } = await move(nurse, id, 'reopen', 'She rang again');
    await server.runJobs();
    expect(body.data).toMatchObject({
      state: 'reopened',
      claimed_by_id: null,
      closed_at: null,
      level: 1,
      next_level_at: minutesLater(90).toISOString(),
    });
    expect(mailTo(nurse)).toHaveLength(2);
    expect((await inbox(nurse)).body.unread_count).toBe(1);
    server.setTime(minutesLater(90));
    await server.runJobs();
    expect(mailTo(matron)).toHaveLength(1);
  });

  it('shows all answers to everybody who may open it', async () => {
    const { nurse, hospital } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, { ...BAD_REPLY, comment: 'It was cold' });
    const [{ id }] = (await list(nurse)).body.data;
    const { answers, language, score } = (await read(nurse, id)).body.data;
    expect(answers).toContainEqual({
      category: 'Overall',
      question: 'Overall, how was your stay?',
      answer: 'Poor',
      value: 0,
      escalate: true,
    });
    expect(answers).toContainEqual(expect.objectContaining({ answer: 'It was cold', value: null }));
    expect([language, score]).toEqual(['en', 41.67]);
  });
});

describe('a case that a person opens', () => {
  const open = (user: TestUser, body: Record<string, unknown>) =>
    server.call({ method: 'POST', url: '/api/v1/cases', headers: user.headers, payload: { case: body } });

  it('from a comment, or from a step of a timeline, is the same case for the same answers', async () => {
    const { application, hospital } = await makeWorld();
    const analyst = await server.makeUser({
      applications: [application],
      permissions: [...PERMISSIONS, 'surveys.view'],
    });
    for (let patient = 0; patient < 5; patient += 1) {
      const { token } = await hospital.ask();
      await submit(server, hospital, token, { ...GOOD_REPLY, comment: `The floor was wet ${patient}` });
    }
    const get = (url: string) => server.call({ method: 'GET', url: `/api/v1${url}`, headers: analyst.headers });
    const [comment] = (await get(`/surveys/${hospital.surveyId}/comments`)).body.data;
    const opened = await open(analyst, {
      answer_id: comment.id,
      department_id: hospital.wardId,
      note: 'Somebody will slip',
    });
    expect(opened.status).toBe(201);
    expect(opened.body.data).toMatchObject({ answer: comment.text, state: 'new' });

    const answered = await within(server, application, (tx) =>
      tx.selectFrom('invitations').select('id').where('application_id', '=', application.id).execute(),
    );
    const cases = await Promise.all(
      answered.map(({ id }) => open(analyst, { invitation_id: id, department_id: hospital.wardId })),
    );
    expect(cases.map(({ status }) => status)).toEqual(cases.map(() => 201));
    const ids = cases.map(({ body }) => body.data.id);
    expect(ids).toContain(opened.body.data.id);
    expect(new Set(ids).size).toBe(5);
  });

  it('needs exactly one source, of this application', async () => {
    const { nurse, hospital } = await makeWorld();
    const { token } = await hospital.ask();
    await submit(server, hospital, token, GOOD_REPLY);
    expect((await open(nurse, {})).status).toBe(422);
    expect((await open(nurse, { answer_id: 1, feedback_id: 1 })).status).toBe(422);
    const { nurse: neighbour } = await makeWorld();
    for (const source of ['answer_id', 'feedback_id', 'invitation_id'])
      expect((await open(neighbour, { [source]: 1 })).status).toBe(404);
  });
});

describe('the list of cases', () => {
  it('can be limited to open cases, own cases, closed cases, and one department', async () => {
    const { nurse, colleague, hospital, openCase } = await makeWorld();
    const [first, second, third] = [await openCase(), await openCase(), await openCase()];
    await move(nurse, first, 'claim');
    await move(nurse, first, 'close', 'done');
    await move(colleague, second, 'claim');
    const ids = async (query: string) => (await list(nurse, query)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('?sort=created_at&per_page=1&page=2')).toEqual([second]);
    expect(await ids('?open=1')).toEqual([third, second]);
    expect(await ids('?state=closed')).toEqual([first]);
    expect(await ids('?mine=1')).toEqual([first]);
    expect(await ids(`?department_id=${hospital.homeId}`)).toEqual([]);
    expect(await ids(`?department_id=${hospital.wardId}`)).toHaveLength(3);
  });

  it('shows cases of one’s own wards, and cases that one was notified of', async () => {
    server.setTime(START);
    const application = await server.makeApplication({ country: 'GB' });
    const staff = { applications: [application], permissions: PERMISSIONS };
    const onAsh = await server.makeUser({ ...staff, locations: ['ASH'] });
    const onBirch = await server.makeUser({ ...staff, locations: ['BIRCH'] });
    const toldFromBirch = await server.makeUser({ ...staff, locations: ['BIRCH'] });
    const hospital = await makeAskingHospital(server, { levels: [[toldFromBirch]] }, application);
    await makeTrigger(server, application, { survey_id: hospital.surveyId });
    await feed(server, application, { event: 'A03', ward: 'ASH', family: 'Wintergreen', at: hl7Time(START) });
    await server.runJobs();
    const token = linkIn(server.gateways.texts.at(-1)?.text ?? '');
    await submit(server, hospital, token, BAD_REPLY);

    const seen = (await list(onAsh)).body.data;
    expect(seen).toMatchObject([{ location: 'ASH', family_name: 'Wintergreen' }]);
    for (const term of ['winter', 'wintergreen%20orla', 'ash'])
      expect([term, (await list(onAsh, `?term=${term}`)).body.data]).toEqual([term, [expect.anything()]]);
    expect((await list(onBirch, '?term=winter')).body.data).toEqual([]);
    expect((await list(onAsh, '?term=%25')).body.data).toHaveLength(0);
    const [{ id }] = seen;
    expect((await list(onBirch)).body.data).toEqual([]);
    expect((await read(onBirch, id)).status).toBe(404);
    expect((await move(onBirch, id, 'claim')).status).toBe(404);
    for (const query of ['', '?term=winter']) expect((await list(toldFromBirch, query)).body.data).toHaveLength(1);
    expect((await move(toldFromBirch, id, 'claim')).status).toBe(200);
  });
});
