import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const ledger = (application: TestApplication) =>
  within(server, application, (tx) =>
    tx.selectFrom('consent_events').select(['channel', 'address', 'change', 'source']).orderBy('id').execute(),
  );

/** A person who was sent an e-mail and who also has a phone number. */
async function mailed() {
  const hospital = await makeAskingApplication(server, { channel: 'email' });
  await feed(server, hospital, { event: 'A03', at: stamp() });
  await server.runJobs();
  const unsubscribe = new URL(server.gateways.emails.at(-1)?.unsubscribeUrl ?? '').pathname;
  return { hospital, unsubscribe, page: `${unsubscribe}/preferences` };
}

/** Returns the fields of the page's form for this channel. */
function formOf(html: string, channel: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`value="${channel}"`)) ?? '';
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`).exec(form);
  return Object.fromEntries(
    ['channel', 'sign', 'wanted'].map((name) => [name, value(name)?.[1] ?? value(name)?.[2] ?? '']),
  );
}

const press = (page: string, form: Record<string, string>, query = '?lang=en') =>
  server.call({
    method: 'POST',
    url: page + query,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

it('is reached from the page of the link, shows both channels with shortened addresses, and looking changes nothing', async () => {
  const { hospital, unsubscribe, page } = await mailed();
  const link = await server.call({ url: `${unsubscribe}?lang=en` });
  expect(link.body).toContain(`href="${page}?lang=en"`);
  expect(link.body).toContain('Choose what you get');
  const { status, body, headers } = await server.call({ url: `${page}?lang=en` });
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toContain('o•••@e•••.org');
  expect(body).toMatch(/•••\d{3}</);
  expect(body).not.toContain('orla@');
  expect(await ledger(hospital)).toEqual([]);
});

it('switches one channel off and on again, says so, and writes both into the ledger', async () => {
  const { hospital, page } = await mailed();
  const { body } = await server.call({ url: `${page}?lang=en` });
  const off = formOf(body as string, 'sms');
  expect(off['wanted']).toBe('off');
  const pressed = await press(page, off);
  expect([pressed.status, pressed.headers['location']]).toEqual([303, `${page}?lang=en&done=sms`]);
  const after = await server.call({ url: String(pressed.headers['location']) });
  expect(after.body).toContain('From now on you get no text messages.');
  expect(after.body).toContain('You get our e-mails.');
  // Switching off a second time changes nothing.
  await press(page, off);
  const on = formOf(after.body as string, 'sms');
  expect(on['wanted']).toBe('on');
  const again = await press(page, on);
  expect((await server.call({ url: String(again.headers['location']) })).body).toContain(
    'From now on you get our text messages again.',
  );
  expect((await ledger(hospital)).map(({ channel, change, source }) => [channel, change, source])).toEqual([
    ['sms', 'opted_out', 'preferences'],
    ['sms', 'resumed', 'preferences'],
  ]);
});

it('holds at the gate', async () => {
  const { hospital, page } = await mailed();
  await press(page, formOf((await server.call({ url: page })).body as string, 'email'));
  const { rows } = await within(server, hospital, async (tx) => ({
    rows: await tx.selectFrom('opt_outs').select(['channel', 'address', 'source']).execute(),
  }));
  expect(rows).toEqual([{ channel: 'email', address: 'orla@example.org', source: 'preferences' }]);
});

it('takes back a stop that the person said in any way, and never one that the hospital recorded', async () => {
  const { hospital, page } = await mailed();
  const phone = await within(server, hospital, (tx) =>
    tx.selectFrom('patients').select('phone').executeTakeFirstOrThrow(),
  );
  await within(server, hospital, (tx) =>
    tx
      .insertInto('opt_outs')
      .values([
        { application_id: hospital.id, channel: 'sms', address: phone.phone ?? '', source: 'stop' },
        { application_id: hospital.id, channel: 'email', address: 'orla@example.org', source: 'staff' },
      ])
      .execute(),
  );
  const { body } = await server.call({ url: `${page}?lang=en` });
  expect(body).toContain('Only the hospital can change that.');
  expect(formOf(body as string, 'email')['sign']).toBe('');
  expect((await press(page, formOf(body as string, 'sms'))).status).toBe(303);
  const left = await within(server, hospital, (tx) => tx.selectFrom('opt_outs').select('source').execute());
  expect(left).toEqual([{ source: 'staff' }]);
});

it('switches no address but the one that the page showed', async () => {
  const { hospital, page } = await mailed();
  const shown = formOf((await server.call({ url: page })).body as string, 'sms');
  await within(server, hospital, (tx) => tx.updateTable('patients').set({ phone: '+447700900999' }).execute());
  const late = await press(page, shown);
  expect([late.status, late.body.includes('nothing was switched')]).toEqual([409, true]);
  const email = formOf((await server.call({ url: page })).body as string, 'email');
  for (const made of [{ ...email, sign: 'x' }, { ...email, channel: 'sms' }, { ...email, wanted: 'maybe' }, {}])
    expect((await press(page, made as Record<string, string>)).status).toBe(409);
  expect(await ledger(hospital)).toEqual([]);
});

it('shows one channel to somebody who has one address', async () => {
  const { hospital, page } = await mailed();
  await within(server, hospital, (tx) => tx.updateTable('patients').set({ phone: null }).execute());
  const { body } = await server.call({ url: page });
  expect((body as string).match(/<form/g)).toHaveLength(1);
});

it('speaks all languages of the portal, from right to left where that is how one reads', async () => {
  const { page } = await mailed();
  for (const [language, title] of [
    ['ar', 'ما يصلك منا'],
    ['fr', 'Ce que vous recevez de nous'],
    ['es', 'Lo que recibe de nosotros'],
    ['pl', 'Co od nas dostajesz'],
    ['ur', 'آپ کو ہم سے کیا ملتا ہے'],
  ] as const) {
    const { body } = await server.call({ url: `${page}?lang=${language}` });
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(['ar', 'ur'].includes(language) ? 'dir="rtl"' : 'dir="ltr"');
  }
});

it('is not found with a token that was made up', async () => {
  expect((await server.call({ url: '/unsubscribe/nonsense/preferences' })).status).toBe(404);
  expect((await press('/unsubscribe/nonsense/preferences', {})).status).toBe(404);
});
