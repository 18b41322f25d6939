import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, NOON, stamp } from '../../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../../testing/builders.ts';
import { whileRefused } from '../../../testing/while-refused.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../../testing/test-server.ts';
import { systemScope } from '../../../platform/scope.ts';
import { receiveLateTexts, receiveSmppText } from '../index.ts';

let server: TestServer;
let hospital: TestApplication;
let phones = 0;
let from: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  phones += 1;
  from = `44770090${String(1000 + phones)}`;
  await feed(server, hospital, { event: 'A03', at: stamp(), phone: `+${from}^PRN^CP`, patient: `T${phones}` });
  await server.runJobs();
});

const send = (number: number, total: number, text: string, reference = 9) =>
  receiveSmppText(server.ctx, { from, to: '500', text, part: { reference, total, number } });
const texts = async (): Promise<string[]> =>
  (await within(server, hospital, (tx) => tx.selectFrom('inbound_texts').select('text').orderBy('id').execute())).map(
    ({ text }) => text,
  );
const optOuts = () => within(server, hospital, (tx) => tx.selectFrom('opt_outs').select('address').execute());
const partsLeft = () =>
  server.ctx.db.transaction(systemScope('credential'), (tx) =>
    tx.selectFrom('text_parts').select('id').where('from_address', '=', from).execute(),
  );

describe('a long SMS that comes in parts', () => {
  it('is one text, in whichever order they come', async () => {
    expect(await send(3, 3, ' for an hour.')).toBeNull();
    expect(await send(1, 3, 'Nobody came ')).toBeNull();
    expect(await texts()).toEqual([]);
    await send(2, 3, 'when I rang,');
    expect(await texts()).toEqual(['Nobody came when I rang, for an hour.']);
  });

  it('is understood as a whole: “stop” at its end asks for something else', async () => {
    await send(1, 2, 'The pain began again on the way home and has not left me since, please tell me how to make it ');
    await send(2, 2, 'stop');
    expect(await texts()).toHaveLength(1);
    expect(await optOuts()).toEqual([]);
  });

  it('is stored once when two processes get its parts at the same time, and when the centre repeats them', async () => {
    await Promise.all([send(1, 2, 'Thank you '), send(2, 2, 'all.'), send(1, 2, 'Thank you '), send(2, 2, 'all.')]);
    await send(2, 2, 'all.');
    server.setTime(after(5 * 60_000));
    await receiveLateTexts(server.ctx);
    expect(await texts()).toEqual(['Thank you all.']);
  });

  it('puts a character together that was cut in two', async () => {
    await send(1, 2, 'Thank you 💐'.slice(0, 11));
    await send(2, 2, 'Thank you 💐'.slice(11));
    expect(await texts()).toEqual(['Thank you 💐']);
  });

  it('is read as far as it came, and the patient gets their answer, when a part is lost', async () => {
    await send(1, 4, 'STOP');
    await send(4, 4, 'please');
    await receiveLateTexts(server.ctx);
    expect(await texts()).toEqual([]);
    server.setTime(after(3 * 60_000));
    const before = server.gateways.texts.length;
    await Promise.all([receiveLateTexts(server.ctx), receiveLateTexts(server.ctx)]);
    expect(await texts()).toEqual(['STOP […] please']);
    expect(await optOuts()).toHaveLength(1);
    expect(server.gateways.texts.slice(before).map(({ to }) => to)).toEqual([from]);
  });

  it('that cannot be stored holds back no other, and is stored later', async () => {
    await send(1, 2, 'refused', 1);
    server.setTime(after(1_000));
    await send(1, 2, 'welcome', 2);
    server.setTime(after(3 * 60_000));
    await whileRefused(server, { table: 'inbound_texts', allowed: `text not like 'refused%'` }, async () => {
      await expect(receiveLateTexts(server.ctx)).rejects.toThrow('refused');
    });
    expect(await texts()).toEqual(['welcome […]']);
    await receiveLateTexts(server.ctx);
    expect(await texts()).toEqual(['welcome […]', 'refused […]']);
  });

  it('is a new one when its phone uses the number of an earlier one again', async () => {
    await send(1, 2, 'Good ');
    await send(2, 2, 'food.');
    server.setTime(after(60_000));
    await send(1, 2, 'Kind ');
    await send(2, 2, 'nurses.');
    expect(await texts()).toEqual(['Good food.', 'Kind nurses.']);
  });

  it('is kept to its beginning, and not refused for ever, when a part is longer than any SMS', async () => {
    await send(1, 2, '\u0001'.repeat(60_000));
    await send(2, 2, 'end');
    expect(await texts()).toEqual(['\u0001'.repeat(4_000)]);
  });

  it('leaves nothing behind', async () => {
    await send(1, 2, 'Good ');
    await send(2, 2, 'food.');
    expect(await partsLeft()).toHaveLength(2);
    server.setTime(after(11 * 60_000));
    await receiveLateTexts(server.ctx);
    expect(await partsLeft()).toEqual([]);
  });
});
