import { feedback } from '@wardvoice/contract';
import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DE_ESCALATION_SURVEY } from '../features/survey-templates/index.ts';
import { GOOD_REPLY, makeAskingHospital, type AskingHospital, type Reply } from '../testing/asked-patients.ts';
import { feed, linkIn, makeTrigger, within } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { PORTAL_SCRIPT } from './client-files.ts';
import { SCRIPT_PATH } from './document.tsx';

let server: TestServer;
let hospital: AskingHospital;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeAskingHospital(server);
});
afterAll(() => server.stop());

const open = (path: string, headers: Record<string, string> = {}) => server.call({ method: 'GET', url: path, headers });

/** Sends the form as a browser without scripts does. */
function send(token: string, fields: [string, string][], query = '') {
  return server.call({
    method: 'POST',
    url: `/feedback/${token}${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

const fields = (reply: Reply): [string, string][] =>
  hospital
    .responses(reply)
    .flatMap(({ question_id, option_ids = [], text }): [string, string][] =>
      text ? [[`question_${question_id}`, text]] : option_ids.map((id) => [`question_${question_id}`, String(id)]),
    );

const change = (id: number, to: { withdrawn_at?: Date; expires_at?: Date }) =>
  within(server, hospital.application, (tx) => tx.updateTable('invitations').set(to).where('id', '=', id).execute());

describe('the page behind a link', () => {
  it('asks every question, in the order of the survey, and says how many there are', async () => {
    const { token } = await hospital.ask();
    const { status, body, headers } = await open(`/feedback/${token}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const asked = [...body.matchAll(/data-q="(\d+)"/g)].map((match) => Number(match[1]));
    const keys = ['overall', 'better', 'kindness', 'contact', 'help', 'comment'];
    expect(asked).toEqual(keys.map((key) => hospital.question(key).id));
    expect(body).toContain('3 of 5');
    expect(body).toContain('If you answered “Poor”:');
    expect(body).toContain('Hospital');
  });

  it('is kept out of search engines and caches, sends no referrer, and loads nothing from another server', async () => {
    const { token } = await hospital.ask();
    const { body, headers } = await open(`/feedback/${token}`);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(body).toContain('<meta name="robots" content="noindex,nofollow"/>');
    expect(body).not.toMatch(/(src|href|action)="(https?:)?\/\//);
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toMatch(/ style=| on\w+=/);
  });

  it('names neither the patient nor the ward', async () => {
    await makeTrigger(server, hospital.application, { survey_id: hospital.surveyId });
    await feed(server, hospital.application, { event: 'A03', ward: 'ONCOLOGY', given: 'Testa', family: 'Probewell' });
    await server.runJobs();
    const { status, body } = await open(`/feedback/${linkIn(server.gateways.texts.at(-1)?.text ?? '')}`);
    expect(status).toBe(200);
    expect(body).not.toMatch(/Testa|Probewell|oncology/i);
  });

  it('is under 20 kB with its style and its script, uncompressed', async () => {
    const { token } = await hospital.ask();
    for (const language of feedback.PORTAL_LANGUAGES) {
      const page = await open(`/feedback/${token}?lang=${language}`);
      expect(Buffer.byteLength(page.body) + Buffer.byteLength(PORTAL_SCRIPT)).toBeLessThan(20_000);
    }
    const long = await makeAskingHospital(server, { template: DE_ESCALATION_SURVEY });
    const page = await open(`/feedback/${(await long.ask()).token}?lang=ar`);
    expect(Buffer.byteLength(page.body) + Buffer.byteLength(PORTAL_SCRIPT)).toBeLessThan(20_000);
  });

  it('has one small script, from this server, that browsers may cache for ever', async () => {
    const { token } = await hospital.ask();
    const { body } = await open(`/feedback/${token}`);
    expect([...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      `<script src="${SCRIPT_PATH}" defer="">`,
    ]);
    const script = await open(SCRIPT_PATH);
    expect(script).toMatchObject({ status: 200, body: PORTAL_SCRIPT });
    expect(script.headers['cache-control']).toContain('immutable');
    expect(Buffer.byteLength(PORTAL_SCRIPT)).toBeLessThanOrEqual(2_304);
    expect(() => new Script(PORTAL_SCRIPT)).not.toThrow();
  });

  it('reads from right to left in Arabic, and offers each language by its own name', async () => {
    const { token } = await hospital.ask({ language: 'ar' });
    const { body } = await open(`/feedback/${token}`);
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain('إقامتك معنا');
    for (const name of ['English', 'العربية', 'Français']) expect(body).toContain(`>${name}<`);
  });

  it('shows the hospital’s logo when it is ours to show, and else a picture of ours with its name', async () => {
    const { token } = await hospital.ask();
    const withLogo = async (logo: string | null) => {
      await within(server, hospital.application, (tx) => tx.updateTable('applications').set({ logo }).execute());
      return (await open(`/feedback/${token}`)).body;
    };
    expect(await withLogo('data:image/svg+xml;base64,PHN2Zy8+')).toContain('<img src="data:image/svg+xml;base64');
    for (const elsewhere of ['https://tracker.example/logo.png', '//tracker.example/logo.png']) {
      expect(await withLogo(elsewhere)).not.toContain('tracker.example');
    }
    const byDefault = await withLogo(null);
    expect(byDefault).toMatch(
      /<div class="brand"><img src="data:image\/svg[^"]*" alt="([^"]+)"\/><span aria-hidden="true"><span dir="auto">\1</,
    );
  });
});

describe('a patient whose phone runs no scripts', () => {
  it('answers, is thanked, and may reload the thanks', async () => {
    const { token } = await hospital.ask();
    const sent = await send(token, fields(GOOD_REPLY));
    expect([sent.status, sent.headers['location']]).toEqual([303, `/feedback/${token}/thanks?lang=en`]);
    for (let time = 0; time < 2; time += 1) {
      const thanks = await open(`/feedback/${token}/thanks?lang=en`);
      expect(thanks.status).toBe(200);
      expect(thanks.body).toContain('Our team reads every answer');
    }
  });

  it('is led from the thanks back to the questions while nothing is answered', async () => {
    const { token } = await hospital.ask();
    expect(await open(`/feedback/${token}/thanks`)).toMatchObject({
      status: 303,
      headers: { location: `/feedback/${token}` },
    });
  });

  it('gets the answers back with what is missing, by question, and a summary that takes the focus', async () => {
    const { token } = await hospital.ask();
    const reply = { overall: 'Poor', better: 'Less <waiting> & noise', help: ['A wound that worries me'] };
    const { status, body } = await send(token, [...fields(reply), ['large', '1']]);
    const { id } = hospital.question('kindness');
    expect(status).toBe(422);
    expect(body).toContain('<title>Error: Your stay with us');
    expect(body).toMatch(/<div id="errors"[^>]*role="alert" tabindex="-1" autofocus=""/i);
    expect(body).toContain(`<a href="#question_${id}">How kind and respectful were our staff?</a>`);
    expect(body).toContain(`id="question_${id}_why"`);
    expect(body).toMatch(new RegExp(`<fieldset[^>]*aria-describedby="question_${id}_hint question_${id}_why"`));
    expect(body).toContain('Less &lt;waiting&gt; &amp; noise</textarea>');
    for (const [key, title] of [
      ['overall', 'Poor'],
      ['help', 'A wound that worries me'],
    ] as const) {
      expect(body).toMatch(
        new RegExp(
          `value="${hospital.optionId(key, title)}"[^>]*checked=""|checked=""[^>]*value="${hospital.optionId(key, title)}"`,
        ),
      );
    }
    expect(body).toMatch(/id="large"[^>]*checked=""/);
  });

  it('changes the language without losing an answer', async () => {
    const { token } = await hospital.ask();
    const reply: Reply = { overall: 'Fair', comment: 'Trop de bruit' };
    const changed = await send(token, [...fields(reply), ['language', 'fr']], '?lang=en&department_id=7');
    expect(changed).toMatchObject({ status: 303, headers: { location: `/feedback/${token}?lang=fr&department_id=7` } });
    const { body } = await open(String(changed.headers['location']));
    expect(body).toContain('<html lang="fr" dir="ltr">');
    expect(body).toContain('Trop de bruit</textarea>');
    expect(body).toMatch(
      new RegExp(
        `checked=""[^>]*value="${hospital.optionId('overall', 'Fair')}"|value="${hospital.optionId('overall', 'Fair')}"[^>]*checked=""`,
      ),
    );
    expect(body).toContain(`action="/feedback/${token}?lang=fr&amp;revision=1&amp;department_id=7"`);
  });

  it('who sends twice is told that the answers are there', async () => {
    const { token } = await hospital.ask();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(token, fields(GOOD_REPLY))));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toContain('You have answered already');
  });

  it('is told what is wrong with a form full of nonsense, which never is an error of the server', async () => {
    const { token } = await hospital.ask();
    const nonsense: [string, string][] = [
      ['question_abc', '1'],
      [`question_${hospital.question('overall').id}`, 'x'.repeat(5000)],
      ['question_999999999', '1'],
      ['language', 'x'.repeat(500)],
    ];
    expect((await send(token, nonsense.slice(0, 3))).status).toBe(422);
    expect((await send(token, nonsense)).status).toBe(303);
    const json = { method: 'POST', url: `/feedback/${token}`, payload: { question_1: { a: 1 } } } as const;
    expect((await server.call(json)).status).toBe(422);
  });
});

describe('a question with a condition, where no script hides it', () => {
  const answersOf = (invitationId: number) =>
    within(server, hospital.application, (tx) =>
      tx
        .selectFrom('feedback_answers as a')
        .innerJoin('feedback as f', 'f.id', 'a.feedback_id')
        .select(['a.question_id', 'a.text', 'f.department_id'])
        .where('f.invitation_id', '=', invitationId)
        .where('a.text', 'is not', null)
        .execute(),
    );

  it('says for which answer it is meant, and must be answered only then', async () => {
    const { id } = hospital.question('better');
    const demand = (required: boolean) =>
      within(server, hospital.application, (tx) =>
        tx.updateTable('questions').set({ required }).where('id', '=', id).execute(),
      );
    await demand(true);
    const { token } = await hospital.ask();
    const page = await open(`/feedback/${token}`);
    expect(page.body).toMatch(
      new RegExp(`data-q="${id}"[^>]*><label[^>]*><span class="step unless">If you answered “Poor”:</span>`),
    );
    const poorly = await send(token, fields({ ...GOOD_REPLY, overall: 'Poor' }));
    expect(poorly.status).toBe(422);
    expect(poorly.body).toContain(`<a href="#question_${id}">What could we have done better?</a>`);
    expect(poorly.body).toContain('Write an answer.');
    expect((await send(token, fields(GOOD_REPLY))).status).toBe(303);
    await demand(false);
  });

  it('drops an answer to it when its condition does not hold', async () => {
    const { token, invitationId } = await hospital.ask();
    await send(token, fields({ ...GOOD_REPLY, better: 'Not for me to say' }));
    expect(await answersOf(invitationId)).toEqual([]);
  });

  it('keeps a text as it was written, with its numbers and lines, and says when it is too long', async () => {
    const { token, invitationId } = await hospital.ask();
    const comment = `question_${hospital.question('comment').id}`;
    const long = await send(token, [...fields(GOOD_REPLY), [comment, 'x'.repeat(4001)]]);
    expect([long.status, long.body.includes('Keep it under 4,000 characters.')]).toEqual([422, true]);
    expect(long.body).toContain('x'.repeat(4001));
    // Browsers send a line break as CR LF, and count it as one character.
    const lines = `12\r\n${'y'.repeat(3990)} <b>`;
    expect((await send(token, [...fields(GOOD_REPLY), [comment, lines]])).status).toBe(303);
    expect(await answersOf(invitationId)).toEqual([
      { question_id: hospital.question('comment').id, text: lines.replace('\r', ''), department_id: null },
    ]);
  });

  it('a department in the link tags the answers, through languages and errors, and a made-up one loses none', async () => {
    const tagged = await hospital.ask();
    const query = `?lang=en&department_id=${hospital.homeId}`;
    const page = await open(`/feedback/${tagged.token}${query}`);
    expect(page.body).toContain(`department_id=${hospital.homeId}"`);
    const french = await send(tagged.token, [['language', 'fr']], query);
    expect(french.headers['location']).toContain(`department_id=${hospital.homeId}`);
    const wrong = await send(tagged.token, [], query);
    expect([wrong.status, wrong.body.includes(`department_id=${hospital.homeId}"`)]).toEqual([422, true]);
    await send(tagged.token, fields({ ...GOOD_REPLY, comment: 'Thanks' }), query);
    expect(await answersOf(tagged.invitationId)).toMatchObject([{ department_id: hospital.homeId }]);
    for (const odd of ['999999', 'x', '-1', '1e3']) {
      const { token, invitationId } = await hospital.ask();
      await send(token, fields({ ...GOOD_REPLY, comment: 'Thanks' }), `?department_id=${odd}`);
      expect(await answersOf(invitationId)).toMatchObject([{ department_id: null }]);
    }
  });

  it('that staff took with somebody on a list leads back to the list, for the next person', async () => {
    const { token } = await hospital.ask();
    const sent = await send(token, fields(GOOD_REPLY), '?lang=en&mailing_list=7');
    expect(sent.headers['location']).toBe(`/feedback/${token}/thanks?lang=en&mailing_list=7`);
    const thanks = await open(String(sent.headers['location']));
    expect(thanks.body).toContain('href="/mailingList/7/feedback"');
    expect(thanks.body).not.toContain('data-after');
    expect((await open(`/feedback/${token}/thanks?mailing_list=//elsewhere`)).body).not.toContain('elsewhere');
  });
});

describe('a link that cannot be answered', () => {
  it('has a page and a status for each reason', async () => {
    const [used, withdrawn, expired] = [await hospital.ask(), await hospital.ask(), await hospital.ask()];
    await send(used.token, fields(GOOD_REPLY));
    await change(withdrawn.invitationId, { withdrawn_at: new Date() });
    await change(expired.invitationId, { expires_at: new Date(Date.now() - 1000) });
    const pages = [
      ['unknown-token', 404, 'We cannot find this survey'],
      [used.token, 409, 'You have answered already'],
      [withdrawn.token, 410, 'This survey is no longer needed'],
      [expired.token, 410, 'This survey has closed'],
    ] as const;
    for (const [token, status, title] of pages) {
      for (const answer of [await open(`/feedback/${token}`), await send(token, fields(GOOD_REPLY))]) {
        expect(answer.status).toBe(status);
        expect(answer.body).toContain(`<h1>${title}</h1>`);
      }
    }
  });

  it('speaks the language asked for, the invitation’s, or the browser’s', async () => {
    const { token, invitationId } = await hospital.ask({ language: 'ar' });
    await change(invitationId, { withdrawn_at: new Date() });
    expect((await open(`/feedback/${token}`)).body).toContain('<html lang="ar" dir="rtl">');
    expect((await open(`/feedback/${token}?lang=fr`)).body).toContain('<html lang="fr"');
    expect((await open('/feedback/none', { 'accept-language': 'fi,fr-FR;q=0.8' })).body).toContain('<html lang="fr"');
  });

  it('without a token says where the link is', async () => {
    for (const path of ['/feedback', '/feedback/']) {
      const { status, body } = await open(path);
      expect([status, body.includes('Please use the link you were sent')]).toEqual([200, true]);
    }
  });
});

it('somebody who sends forms without end is asked to wait, on a page', async () => {
  const answers = [];
  for (let time = 0; time < 121; time += 1) answers.push(await send('unknown-token', []));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toContain('Please wait a moment');
});
