import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_REPLY, GOOD_REPLY } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import {
  filledIn,
  makeKioskHospital,
  makeTablet,
  startKiosk,
  tabletOf,
  tokenOf,
  type KioskHospital,
} from '../../testing/outside/kiosk-tablet.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: KioskHospital;
/** A colleague who watches the list of kiosks. */
let onlooker: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeKioskHospital(server);
  onlooker = await server.makeUser({ applications: [hospital.application], permissions: ['admin'] });
});
afterAll(() => server.stop());

const stored = (kioskId: number) =>
  within(server, hospital.application, (tx) =>
    tx
      .selectFrom('feedback as f')
      .innerJoin('invitations as i', 'i.id', 'f.invitation_id')
      .select(['f.id', 'f.department_id', 'f.location', 'f.score', 'i.patient_id', 'i.contact_id', 'i.public_id'])
      .where('i.kiosk_id', '=', kioskId)
      .execute(),
  );

const kiosks = async (user = onlooker) =>
  server.call({ url: `/api/v1/mailing_list/${hospital.listId}/kiosks`, headers: user.headers });

const end = (id: number, user = onlooker, listId = hospital.listId) =>
  server.call({ method: 'DELETE', url: `/api/v1/mailing_list/${listId}/kiosks/${id}`, headers: user.headers });

describe('starting a kiosk', () => {
  it('ends the session of whoever starts it, and gives the browser cookies that no other page gets', async () => {
    const { status, headers, body } = await startKiosk(server, hospital);
    expect(status).toBe(201);
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^wardvoice_kiosk=[\w-]{43}; Max-Age=2592000; Path=\/kiosk; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^wardvoice_tablet=[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/mailing_list; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect((await server.call({ url: '/api/v1/session', headers: hospital.starter.headers })).status).toBe(401);
    const rows = await within(server, hospital.application, (tx) =>
      tx.selectFrom('kiosks').selectAll().where('id', '=', body.data.id).execute(),
    );
    const secret = /=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1] ?? '';
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('needs the permission, a survey that is switched on, a department that is there, and at most 30 days', async () => {
    const make = (permissions: string[], locations: string[] = []) =>
      server.makeUser({ applications: [hospital.application], permissions, locations });
    expect((await startKiosk(server, hospital, {}, await make(['surveys.list']))).status).toBe(403);
    const user = await make(['feedback.create'], ['Ash']);
    for (const [wrong, field] of [
      [{ survey_id: 999_999 }, 'survey_id'],
      [{ department_id: 999_999 }, 'department_id'],
      [{ hours: 721 }, 'hours'],
      [{ hours: 0 }, 'hours'],
      [{ label: '  ' }, 'label'],
      [{ location: 'Birch' }, 'location'],
    ] as const) {
      const { status, body } = await startKiosk(server, hospital, wrong, user);
      expect([status, Object.keys(body.errors as object)]).toEqual([422, [field]]);
    }
    // Nothing was started, so the session goes on.
    expect((await startKiosk(server, hospital, { location: 'Ash' }, user)).status).toBe(201);
  });

  it('ends the kiosk that the same tablet was before, and no other', async () => {
    const [first, other] = [await makeTablet(server, hospital), await makeTablet(server, hospital)];
    const user = await server.makeUser({ applications: [hospital.application], permissions: ['feedback.create'] });
    const cookie = `wardvoice_tablet=${first.cookies.get('wardvoice_tablet')}`;
    const again = await startKiosk(server, hospital, { label: 'Same tablet' }, user, { cookie });
    expect(again.status).toBe(201);
    const running = (await kiosks()).body.data.map(({ id }: { id: number }) => id);
    expect(running).toContain(again.body.data.id);
    expect(running).toContain(other.id);
    expect(running).not.toContain(first.id);
    expect((await first.get()).status).toBe(410);
  });

  it('of another hospital on the same tablet leaves that hospital alone', async () => {
    const elsewhere = await makeKioskHospital(server);
    const theirs = await makeTablet(server, elsewhere);
    const user = await server.makeUser({ applications: [hospital.application], permissions: ['feedback.create'] });
    const cookie = `wardvoice_tablet=${theirs.cookies.get('wardvoice_tablet')}`;
    expect((await startKiosk(server, hospital, {}, user, { cookie })).status).toBe(201);
    expect((await theirs.get()).status).toBe(200);
  });

  it('puts it on the list of the kiosks that run, which is also a file', async () => {
    const tablet = await makeTablet(server, hospital, { label: 'Tablet in a file' });
    const url = `/api/v1/mailing_list/${hospital.listId}/kiosks.csv`;
    const { status, body } = await server.call({ url, headers: onlooker.headers });
    expect(status).toBe(200);
    expect(String(body)).toMatch(/^\uFEFFid,label,survey,/);
    expect(String(body)).toContain(`\r\n${tablet.id},Tablet in a file,`);
  });

  it('and ending it are written in the audit', async () => {
    const tablet = await makeTablet(server, hospital, { label: 'Audited tablet' });
    await end(tablet.id);
    const entries = await within(server, hospital.application, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', 'record_type', 'user_id'])
        .where('record_type', '=', 'kiosks')
        .where('record_id', '=', tablet.id)
        .orderBy('at')
        .orderBy('id')
        .execute(),
    );
    expect(entries.map(({ action }) => action)).toEqual(['start', 'end']);
    expect(entries[1]?.user_id).toBe(onlooker.id);
  });
});

describe('somebody at a kiosk', () => {
  it('begins, answers without a name, is thanked, and the next one finds an empty form', async () => {
    const tablet = await makeTablet(server, hospital, { department_id: hospital.homeId, location: 'Ash' });
    const start = await tablet.get();
    expect(start.status).toBe(200);
    expect(start.headers['cache-control']).toBe('no-store');
    expect(start.body).toContain('>Begin<');
    expect(start.body).toContain('href="/login"');
    for (const name of ['العربية', 'Français']) expect(start.body).toContain(`>${name}</a>`);
    const form = await tablet.begin();
    const sent = await tablet.send(filledIn(hospital, form, { ...GOOD_REPLY, comment: 'Quiet nights' }));
    expect([sent.status, sent.headers['location']]).toEqual([303, `${tablet.path}/thanks?lang=en`]);
    const thanks = await tablet.get(`${tablet.path}/thanks?lang=en`);
    expect(thanks.body).toContain('We have your answers');
    // The answers have no name, so nobody can get in touch.
    expect(thanks.body).not.toContain('get in touch');
    expect(thanks.body).toContain(`<noscript><meta http-equiv="refresh" content="8;url=${tablet.path}"/></noscript>`);
    const next = await tablet.begin();
    expect(next).not.toBe(form);
    const { body } = await tablet.get(`${tablet.path}/survey?lang=en`);
    expect(body).not.toMatch(/checked=""|Quiet nights/);
    expect(body).toMatch(/<form[^>]*autocomplete="off"/i);
    expect(body).not.toContain('data-draft');
    expect(await stored(tablet.id)).toEqual([
      expect.objectContaining({
        department_id: hospital.homeId,
        location: 'Ash',
        score: 100,
        patient_id: null,
        contact_id: null,
      }),
    ]);
  });

  it('who presses send twice, or at once from two pages, is counted once', async () => {
    const tablet = await makeTablet(server, hospital);
    const form = await tablet.begin();
    const press = () => tablet.send(filledIn(hospital, form, GOOD_REPLY));
    const answers = await Promise.all([press(), press(), press()]);
    answers.push(await press());
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual(
      answers.map(() => [303, `${tablet.path}/thanks?lang=en`]),
    );
    expect(await stored(tablet.id)).toHaveLength(1);
    // Whoever goes back from the thanks finds no form that could be sent.
    expect((await tablet.get(`${tablet.path}/survey?lang=en`)).headers['location']).toBe(tablet.path);
  });

  it('gets what is missing back, and another language with the answers', async () => {
    const tablet = await makeTablet(server, hospital);
    const form = await tablet.begin();
    const some = filledIn(hospital, form, { overall: 'Fair', comment: 'Trop de bruit' });
    const wrong = await tablet.send(some);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain('Trop de bruit</textarea>');
    expect(wrong.headers['cache-control']).toBe('no-store');
    const french = await tablet.send([...some, ['language', 'fr']]);
    expect(french.status).toBe(200);
    expect(french.body).toContain('<html lang="fr"');
    expect(french.body).toContain('Trop de bruit</textarea>');
    expect(french.body).toContain(`name="form" value="${form}"`);
  });

  it('never sees what the one before had filled in, when the browser sends an old page again', async () => {
    const tablet = await makeTablet(server, hospital);
    const form = await tablet.begin();
    const some = filledIn(hospital, form, { overall: 'Fair', comment: 'Secret words' });
    expect((await tablet.send(some)).body).toContain('Secret words');
    // The person left, and the start page was shown again.
    await tablet.get();
    for (const again of [some, [...some, ['language', 'fr']] as [string, string][]]) {
      const answer = await tablet.send(again);
      expect([answer.status, answer.headers['location']]).toEqual([303, tablet.path]);
      expect(answer.body).not.toContain('Secret words');
    }
    expect(await stored(tablet.id)).toEqual([]);
  });

  it('cannot send a form that this kiosk did not hand out', async () => {
    const [tablet, other] = [await makeTablet(server, hospital), await makeTablet(server, hospital)];
    const foreign = await other.begin();
    await tablet.begin();
    for (const form of ['', 'nonsense', foreign, foreign.replace(/.$/, 'A')]) {
      const answer = await tablet.send(filledIn(hospital, form, GOOD_REPLY));
      expect([answer.status, answer.headers['location']]).toEqual([303, tablet.path]);
    }
    expect(await stored(tablet.id)).toEqual([]);
  });

  it('answers in the words of the page, though the survey is changed meanwhile', async () => {
    const own = await makeKioskHospital(server);
    const tablet = await makeTablet(server, own);
    const form = await tablet.begin();
    const { id, options } = own.question('overall');
    const admin = await server.makeUser({ applications: [own.application], permissions: ['admin'] });
    const renamed = await server.call({
      method: 'PUT',
      url: `/api/v1/questions/${id}`,
      headers: admin.headers,
      payload: { question: { title: 'Was it as bad as that?' } },
    });
    expect(renamed.status).toBe(200);
    await tablet.send(filledIn(own, form, GOOD_REPLY), '?lang=en&revision=1');
    const kept = await within(server, own.application, (tx) =>
      tx
        .selectFrom('feedback_answers')
        .select('question_title')
        .where('option_id', '=', options[0]?.id ?? 0)
        .execute(),
    );
    expect(kept).toEqual([{ question_title: 'Overall, how was your stay?' }]);
  });

  it('who answers badly opens a case without a patient, named after the tablet, and the department is told', async () => {
    const tablet = await makeTablet(server, hospital, { label: 'Tablet by the door', location: 'Ash' });
    const before = server.gateways.emails.length;
    await tablet.send(filledIn(hospital, await tablet.begin(), BAD_REPLY));
    await server.runJobs();
    const { body } = await server.call({ url: '/api/v1/cases?term=tablet by', headers: onlooker.headers });
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      kiosk_label: 'Tablet by the door',
      given_name: null,
      contact_name: null,
      location: 'Ash',
      answer: 'Poor',
    });
    const one = await server.call({ url: `/api/v1/cases/${body.data[0].id}`, headers: onlooker.headers });
    expect(one.body.data).toMatchObject({ phone: null, email: null, visit_id: null, contact_id: null });
    const inbox = await server.call({ url: '/api/v1/inbox', headers: hospital.nurse.headers });
    expect(inbox.body.data[0]).toMatchObject({ kind: 'case_opened', answer: 'Poor', location: 'Ash' });
    const mail = server.gateways.emails.slice(before).at(-1);
    expect(mail?.subject).toBe('An answer needs somebody: Ward care');
    expect(mail?.text).toContain('Given without a name on the kiosk: Tablet by the door');
  });

  it('who sends forms without end is asked to wait, and the tablet next door is not', async () => {
    const [tablet, other] = [await makeTablet(server, hospital), await makeTablet(server, hospital)];
    const answers = [];
    for (let time = 0; time < 31; time += 1) answers.push(await tablet.send([['form', 'x']]));
    expect(answers.at(-1)?.status).toBe(429);
    expect(answers.at(-1)?.body).toContain('Please wait a moment');
    expect((await other.send([['form', 'x']])).status).toBe(303);
    // A stranger who knows only the tablet's address cannot use up its limit either.
    const stranger = tabletOf(server, other.id);
    for (let time = 0; time < 31; time += 1) await stranger.send([['form', 'x']]);
    expect((await other.send([['form', 'x']])).status).toBe(303);
  });
});

describe('a kiosk that does not ask', () => {
  const pages = ['', '/survey?lang=en', '/thanks?lang=en'];

  it('is not found with its address alone, or with the cookie of another', async () => {
    const [tablet, other] = [await makeTablet(server, hospital), await makeTablet(server, hospital)];
    const form = await tablet.begin();
    const stranger = tabletOf(server, tablet.id);
    const neighbour = tabletOf(server, tablet.id);
    for (const [name, value] of other.cookies) neighbour.cookies.set(name, value);
    for (const who of [stranger, neighbour, tabletOf(server, 999_999)]) {
      for (const page of pages) {
        const { status, body } = await who.get(who.path + page);
        expect([page, status]).toEqual([page, 404]);
        expect(body).toContain('<h1>This tablet is not set up</h1>');
        expect(body).not.toContain(hospital.application.title);
      }
      expect((await who.send(filledIn(hospital, form, GOOD_REPLY))).status).toBe(404);
    }
    for (const odd of ['/kiosk', '/kiosk/abc', '/kiosk/0', '/kiosk/99999999999999999999'])
      expect((await tablet.get(odd)).status).toBe(404);
    expect(await stored(tablet.id)).toEqual([]);
  });

  it('says so at once when it is ended, and accepts no more answers', async () => {
    const tablet = await makeTablet(server, hospital);
    const form = await tablet.begin();
    expect((await end(tablet.id)).status).toBe(200);
    expect((await end(tablet.id)).status).toBe(200);
    for (const page of pages) {
      const { status, body } = await tablet.get(tablet.path + page);
      expect([page, status]).toEqual([page, 410]);
      expect(body).toContain('<h1>This tablet has stopped asking</h1>');
    }
    expect((await tablet.send(filledIn(hospital, form, GOOD_REPLY))).status).toBe(410);
    expect(await stored(tablet.id)).toEqual([]);
  });

  it('ends by itself when its time is over, with its list, and rests while its survey is switched off', async () => {
    const own = await makeKioskHospital(server);
    const [tablet, orphan, resting] = [
      await makeTablet(server, own, { hours: 1 }),
      await makeTablet(server, own),
      await makeTablet(server, own),
    ];
    const admin = await server.makeUser({ applications: [own.application], permissions: ['admin'] });
    await within(server, own.application, (tx) =>
      tx
        .updateTable('kiosks')
        .set({ started_at: new Date(Date.now() - 7_200_000), expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', tablet.id)
        .execute(),
    );
    expect((await tablet.get()).status).toBe(410);
    const active = (value: boolean) =>
      server.call({
        method: 'PUT',
        url: `/api/v1/surveys/${own.surveyId}`,
        headers: admin.headers,
        payload: { survey: { active: value } },
      });
    await active(false);
    const paused = await resting.get();
    expect([paused.status, paused.body.includes('Nothing is asked here at the moment')]).toEqual([410, true]);
    await active(true);
    expect((await resting.get()).status).toBe(200);
    const url = `/api/v1/mailing_list/${own.listId}`;
    expect((await server.call({ method: 'DELETE', url, headers: admin.headers })).status).toBe(200);
    expect((await orphan.get()).status).toBe(410);
  });
});

describe('the list of kiosks', () => {
  it('shows which kiosks run, since when, and with how many answers', async () => {
    const tablet = await makeTablet(server, hospital, { label: 'Counted', department_id: hospital.wardId });
    await tablet.send(filledIn(hospital, await tablet.begin(), GOOD_REPLY));
    const { body } = await kiosks();
    expect(body.data.find(({ id }: { id: number }) => id === tablet.id)).toMatchObject({
      label: 'Counted',
      department_title: 'Ward care',
      survey_active: true,
      answers_count: 1,
      last_answer_at: expect.any(String),
    });
    await end(tablet.id);
    expect((await kiosks()).body.data.map(({ id }: { id: number }) => id)).not.toContain(tablet.id);
  });

  it('is shown to nobody of another application, another list or another ward', async () => {
    const tablet = await makeTablet(server, hospital, { location: 'Ash' });
    const other = await makeKioskHospital(server);
    expect((await kiosks(other.starter)).status).toBe(404);
    expect((await end(tablet.id, other.starter)).status).toBe(404);
    expect((await end(tablet.id, other.starter, other.listId)).status).toBe(404);
    const birch = await server.makeUser({
      applications: [hospital.application],
      permissions: ['feedback.create'],
      locations: ['Birch'],
    });
    expect((await kiosks(birch)).body.data.map(({ id }: { id: number }) => id)).not.toContain(tablet.id);
    expect((await end(tablet.id, birch)).status).toBe(404);
    expect((await tablet.get()).status).toBe(200);
  });
});

it('answers of kiosks count in the results, and not in the response rate', async () => {
  const own = await makeKioskHospital(server);
  const admin = await server.makeUser({ applications: [own.application], permissions: ['admin'] });
  const tablet = await makeTablet(server, own, { location: 'Ash' });
  for (let time = 0; time < 6; time += 1) await tablet.send(filledIn(own, await tablet.begin(), GOOD_REPLY));
  const { body } = await server.call({ url: `/api/v1/surveys/${own.surveyId}/results`, headers: admin.headers });
  expect(body.data).toMatchObject({ total: { answered: 6, score: 100 }, sent: 0, response_rate: null });
  expect(body.data.wards).toEqual([expect.objectContaining({ title: 'Ash', answered: 6 })]);
});

it('no link leads to an answer that was given on a kiosk', async () => {
  const tablet = await makeTablet(server, hospital);
  await tablet.send(filledIn(hospital, await tablet.begin(), GOOD_REPLY));
  const [{ public_id } = { public_id: '' }] = await stored(tablet.id);
  const form = await tablet.begin();
  for (const token of [public_id, form, tokenOf(server, form.split('.')[0] ?? '')])
    expect((await server.call({ url: `/feedback/${token}` })).status).toBe(404);
});
