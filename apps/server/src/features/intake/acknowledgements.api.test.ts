import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { END_BLOCK, START_BLOCK, wrapFrame } from '@wardvoice/hl7';
import { answerFrames } from './receive-message.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { createAdmission } from '../../platform/mllp/admission.ts';
import { connectMllp, type MllpSender } from '../../testing/outside/mllp-sender.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { systemScope } from '../../platform/scope.ts';

let server: TestServer;
let hospital: TestApplication;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
  await server.makeApplication();
  ({ port } = await server.startMllp({ maxFrameBytes: 100_000, silenceMs: 300 }));
});
afterAll(() => server.stop());

const stored = (controlId: string) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx.selectFrom('hl7_messages').selectAll().where('message_control_id', '=', controlId).orderBy('id').execute(),
  );
const countAll = () =>
  server.ctx.db
    .transaction(systemScope('example'), (tx) =>
      tx
        .selectFrom('hl7_messages')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    .then(({ n }) => n);

/**
 * Each test has a connection of its own, with a good message before and after, so that a test also shows that other
 * messages are unharmed.
 */
async function between<T>(work: (sender: MllpSender) => Promise<T>): Promise<T> {
  const sender = await connectMllp(port);
  expect(await sender.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
  const result = await work(sender);
  expect(await sender.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
  sender.end();
  return result;
}

const field = (acknowledgment: string, segment: string, number: number): string =>
  acknowledgment
    .split('\r')
    .find((line) => line.startsWith(segment))
    ?.split('|')[segment === 'MSH' ? number - 1 : number] ?? '';

describe('what is answered, and what is stored', () => {
  test.each(['A01', 'A02', 'A03', 'A04'])('an ADT %s is stored, then answered AA', async (event) => {
    const controlId = `GOOD-${event}`;
    const answer = await between((sender) => sender.send(adt({ event, controlId, facility: hospital.facility })));
    expect(field(answer, 'MSA', 1)).toBe('AA');
    expect(field(answer, 'MSA', 2)).toBe(controlId);
    expect(await stored(controlId)).toMatchObject([{ state: 'received', event, application_id: hospital.id }]);
    await server.processAll();
    expect(await stored(controlId)).toMatchObject([{ state: 'processed' }]);
  });

  test('sender and receiver are swapped, the control id is new, delimiters and charset are those of the message', async () => {
    const message = adt({ controlId: 'ECHO', facility: hospital.facility })
      .replaceAll('^', '%')
      .replace('%~\\&', '%~\\&');
    const answer = await between((sender) => sender.send(message));
    expect(field(answer, 'MSH', 2)).toBe('%~\\&');
    expect(field(answer, 'MSH', 3)).toBe('WARDVOICE');
    expect(field(answer, 'MSH', 5)).toBe('PAS');
    expect(field(answer, 'MSH', 10)).not.toBe('ECHO');
    expect(field(answer, 'MSH', 18)).toBe('UNICODE UTF-8');
  });

  test('the same message again is answered AA and only counted as a duplicate', async () => {
    const message = adt({ controlId: 'TWICE', facility: hospital.facility });
    await between(async (sender) => {
      expect(await sender.send(message)).toContain('MSA|AA|TWICE');
      expect(await sender.send(message)).toContain('MSA|AA|TWICE');
      expect(await sender.send(message)).toContain('MSA|AA|TWICE');
    });
    expect(await stored('TWICE')).toMatchObject([{ duplicate_count: 2 }]);
  });

  test('the same message twice in one packet is one message', async () => {
    const frame = `\x0b${adt({ controlId: 'PACKET', facility: hospital.facility })}\x1c\r`;
    await between(async (sender) => {
      sender.write(frame + frame + frame);
      for (let times = 0; times < 3; times += 1) expect(await sender.next()).toContain('MSA|AA|PACKET');
    });
    expect(await stored('PACKET')).toMatchObject([{ duplicate_count: 2 }]);
  });

  test('a control id used again for other content is stored and marked', async () => {
    await between(async (sender) => {
      await sender.send(adt({ controlId: 'REUSED', patient: 'PA', facility: hospital.facility }));
      expect(await sender.send(adt({ controlId: 'REUSED', patient: 'PB', facility: hospital.facility }))).toContain(
        'MSA|AA|REUSED',
      );
    });
    expect(await stored('REUSED')).toMatchObject([{ control_id_reused: false }, { control_id_reused: true }]);
  });

  test.each(['A05', 'A28', 'A60'])('an ADT %s is accepted and applied', async (event) => {
    const answer = await between((sender) =>
      sender.send(adt({ event, controlId: `APP-${event}`, facility: hospital.facility })),
    );
    expect(answer).toContain('MSA|AA');
    await server.processAll();
    expect(await stored(`APP-${event}`)).toMatchObject([{ state: 'processed' }]);
  });

  test.each([
    ['A20', ['PID', 'PV1'], 'The state of a bed says nothing about a patient.'],
    ['A51', [], 'Alternate visit numbers are not kept.'],
    ['A99', [], 'HL7 defines no such ADT event, so its meaning is unknown.'],
  ])('an ADT %s is accepted and stored with the reason why it is ignored', async (event, without, reason) => {
    const answer = await between((sender) =>
      sender.send(adt({ event, controlId: `IGN-${event}`, facility: hospital.facility, without })),
    );
    expect(answer).toContain('MSA|AA');
    await server.processAll();
    expect(await stored(`IGN-${event}`)).toMatchObject([{ state: 'ignored', ignored_reason: reason }]);
  });

  test('a result message is accepted and ignored', async () => {
    const answer = await between((sender) =>
      sender.send(adt({ type: 'ORU', event: 'R01', controlId: 'ORU', facility: hospital.facility })),
    );
    expect(answer).toContain('MSA|AA');
    expect(await stored('ORU')).toMatchObject([{ state: 'ignored', message_type: 'ORU' }]);
  });

  test('a result message is refused AR 200 where the application accepts ADT only', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('applications').set({ accept_other_types: false }).where('id', '=', hospital.id).execute(),
    );
    const answer = await between((sender) =>
      sender.send(adt({ type: 'ORU', event: 'R01', controlId: 'ORU2', facility: hospital.facility })),
    );
    expect(field(answer, 'MSA', 1)).toBe('AR');
    expect(field(answer, 'ERR', 3)).toContain('200');
    expect(await stored('ORU2')).toMatchObject([{ state: 'error', error_code: '200' }]);
  });

  test('without a PID the answer is AE 100, and the bytes are stored', async () => {
    const message = adt({ without: ['PID'], controlId: 'NOPID', facility: hospital.facility });
    const answer = await between((sender) => sender.send(message));
    expect(field(answer, 'MSA', 1)).toBe('AE');
    expect(field(answer, 'ERR', 3)).toContain('100');
    const [row] = await stored('NOPID');
    expect(row).toMatchObject({ state: 'error', error_code: '100', error_field: 'PID' });
    expect(row?.raw.toString()).toBe(message);
  });

  test('without PID-3 the answer is AE 101 at PID^1^3', async () => {
    const message = adt({ controlId: 'NOPID3', facility: hospital.facility }).replace(/(PID\|\|\|)[^|]*/, '$1');
    const answer = await between((sender) => sender.send(message));
    expect(field(answer, 'MSA', 1)).toBe('AE');
    expect(field(answer, 'ERR', 2)).toBe('PID^1^3');
    expect(field(answer, 'ERR', 3)).toContain('101');
    expect(await stored('NOPID3')).toMatchObject([{ state: 'error', error_code: '101', error_field: 'PID-3' }]);
  });

  test('a sender of an old version gets ERR-1 in the form of its version', async () => {
    const message = adt({ version: '2.3', controlId: 'OLD', facility: hospital.facility }).replace(
      /(PID\|\|\|)[^|]*/,
      '$1',
    );
    const answer = await between((sender) => sender.send(message));
    expect(field(answer, 'ERR', 1)).toMatch(/^PID\^1\^3\^101/);
  });

  test('without MSH-10 the answer is AR 101 at MSH^1^10', async () => {
    const answer = await between((sender) => sender.send(adt({ controlId: '', facility: hospital.facility })));
    expect(field(answer, 'MSA', 1)).toBe('AR');
    expect(field(answer, 'ERR', 2)).toBe('MSH^1^10');
  });

  test('without MSH-10 a message is accepted where the application allows it, and never counted as a duplicate', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('applications').set({ accept_missing_control_id: true }).where('id', '=', hospital.id).execute(),
    );
    const message = adt({ controlId: '', family: 'Numberless', facility: hospital.facility });
    const total = await countAll();
    await between(async (sender) => {
      expect(field(await sender.send(message), 'MSA', 1)).toBe('AA');
      expect(field(await sender.send(message), 'MSA', 1)).toBe('AA');
    });
    expect(await countAll()).toBe(total + 4);
  });

  test('in enhanced mode the answer is a commit acknowledgement: CA, CE, CR', async () => {
    const enhanced = answerFrames(server.receiver, { source: 'mllp', applicationId: hospital.id, mode: 'enhanced' });
    const listener = await server.startMllp(enhanced);
    const sender = await connectMllp(listener.port);
    expect(field(await sender.send(adt()), 'MSA', 1)).toBe('CA');
    expect(field(await sender.send(adt({ without: ['PID'] })), 'MSA', 1)).toBe('CE');
    expect(field(await sender.send(adt({ version: '3' })), 'MSA', 1)).toBe('CR');
    sender.end();
  });

  test.each([
    ['AL', 'NE', ['CA'], ['CE']],
    ['AL', 'AL', ['CA', 'AA'], ['CE']],
    ['AL', 'ER', ['CA'], ['CE']],
    ['NE', 'AL', ['AA'], ['AE']],
    ['NE', 'ER', [], ['AE']],
    ['ER', 'SU', ['AA'], ['CE']],
    ['NE', 'NE', [], []],
    ['', 'AL', ['CA', 'AA'], ['CE']],
  ])(
    'in enhanced mode MSH-15 “%s” and MSH-16 “%s” get %j, and after an error %j',
    async (accept, application, good, bad) => {
      const listener = await server.startMllp(
        answerFrames(server.receiver, { source: 'mllp', applicationId: hospital.id, mode: 'enhanced' }),
      );
      const sender = await connectMllp(listener.port);
      const asking = { accept, applied: application };
      // The last message is answered in any case, so what comes before its answer is all that the other two get.
      for (const message of [adt(asking), adt({ ...asking, without: ['PID'] }), adt()])
        sender.write(wrapFrame(Buffer.from(message)));
      const codes: unknown[] = [];
      while (codes.length <= good.length + bad.length) codes.push(field(await sender.next(), 'MSA', 1));
      expect(codes).toEqual([...good, ...bad, 'CA']);
      sender.end();
    },
  );

  test('a version other than 2.x is refused AR 203', async () => {
    const answer = await between((sender) =>
      sender.send(adt({ version: '3.0', controlId: 'V3', facility: hospital.facility })),
    );
    expect(field(answer, 'MSA', 1)).toBe('AR');
    expect(field(answer, 'ERR', 3)).toContain('203');
    expect(await stored('V3')).toMatchObject([{ state: 'error', error_code: '203' }]);
  });

  test('repeated delimiters are refused AR 102', async () => {
    const answer = await between((sender) =>
      sender.send(adt({ controlId: 'DELIM', facility: hospital.facility }).replace('^~\\&', '^^\\&')),
    );
    expect(field(answer, 'MSA', 1)).toBe('AR');
    expect(field(answer, 'ERR', 3)).toContain('102');
    expect(await stored('DELIM')).toMatchObject([{ state: 'error', error_code: '102' }]);
  });

  test('an acknowledgement is never answered', async () => {
    const before = server.receiver.acknowledgmentsSeen;
    const total = await countAll();
    await between(async (sender) => {
      sender.write('\x0bMSH|^~\\&|A|B|C|D|20260101||ACK|X1|P|2.5\rMSA|AA|1\r\x1c\r');
    });
    expect(server.receiver.acknowledgmentsSeen).toBe(before + 1);
    expect(await countAll()).toBe(total + 2);
  });

  test.each([
    ['text that is no HL7', Buffer.from('hello')],
    ['nothing at all', Buffer.alloc(0)],
    ['UTF-16', Buffer.from(adt(), 'utf16le')],
  ])('%s is answered AR and its bytes are stored', async (_name, bytes) => {
    const total = await countAll();
    await between(async (sender) => {
      sender.write(Buffer.concat([Buffer.from([START_BLOCK]), bytes, Buffer.from([END_BLOCK, 0x0d])]));
      expect(field(await sender.next(), 'MSA', 1)).toBe('AR');
    });
    expect(await countAll()).toBe(total + 3);
    const kept = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .selectFrom('hl7_messages')
        .select(['raw', 'state', 'application_id'])
        .where('raw', '=', bytes)
        .executeTakeFirstOrThrow(),
    );
    expect(kept).toMatchObject({ state: 'error', application_id: null });
  });

  test('bytes that are no text are stored unchanged', async () => {
    const message = Buffer.from(
      adt({ controlId: 'BYTES', family: '\u0000\u00ff\u0080', charset: '8859/1', facility: hospital.facility }),
      'latin1',
    );
    await between((sender) => sender.send(message));
    const [row] = await stored('BYTES');
    expect(row?.raw.equals(message)).toBe(true);
  });

  test('a message from a sender of no application is refused AR, and superusers see it', async () => {
    const answer = await between((sender) => sender.send(adt({ facility: 'STRANGER', controlId: 'STRANGE' })));
    expect(field(answer, 'MSA', 1)).toBe('AR');
    expect(field(answer, 'ERR', 2)).toBe('MSH^1^4');
    const [row] = await stored('STRANGE');
    const superuser = await server.makeUser({ superUser: true });
    const { body } = await server.call({ url: '/api/v1/hl7_messages/errors?term=STRANGE', headers: superuser.headers });
    expect(body.data).toMatchObject([{ id: row?.id, error: { code: '204', field: 'MSH-4' } }]);
  });

  test('no acknowledgement ever contains content of the message', async () => {
    const answers = await between(async (sender) => [
      await sender.send(adt({ family: 'Secretname', facility: hospital.facility })),
      await sender.send(adt({ family: 'Secretname', facility: 'STRANGER' })),
      await sender.send(adt({ family: 'Secretname', facility: hospital.facility }).replace(/(PID\|\|\|)[^|]*/, '$1')),
    ]);
    expect(answers.join('\n')).not.toMatch(/Secretname|Orla|07700|19700517/);
  });
});

describe('on the wire', () => {
  test('an unfinished frame is not answered, and the next frame gets its own answer', async () => {
    const sender = await connectMllp(port);
    const good = adt({ controlId: 'AFTER', facility: hospital.facility });
    sender.write(`\x0b${adt({ controlId: 'CUT', facility: hospital.facility }).slice(0, 60)}\x0b${good}\x1c\r`);
    expect(await sender.next()).toContain('MSA|AA|AFTER');
    expect(await stored('CUT')).toEqual([]);
    sender.end();
  });

  test('many frames in one packet are answered in order', async () => {
    const sender = await connectMllp(port);
    const ids = Array.from({ length: 50 }, (_, index) => `ORDER${index}`);
    sender.write(ids.map((controlId) => `\x0b${adt({ controlId, facility: hospital.facility })}\x1c\r`).join(''));
    for (const id of ids) expect(field(await sender.next(), 'MSA', 2)).toBe(id);
    sender.end();
  });

  test('a frame that arrives byte by byte is one message', async () => {
    const sender = await connectMllp(port);
    const frame = Buffer.from(`\x0b${adt({ controlId: 'BYTEWISE', facility: hospital.facility })}\x1c\r`);
    for (const byte of frame) {
      sender.write(Buffer.from([byte]));
      if (byte % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await sender.next()).toContain('MSA|AA|BYTEWISE');
    sender.end();
  });

  test('a frame over the limit is refused AR, its beginning is stored, and the connection is closed', async () => {
    const sender = await connectMllp(port);
    sender.write(`\x0b${adt({ controlId: 'HUGE', facility: hospital.facility })}ZZZ|${'x'.repeat(200_000)}`);
    expect(field(await sender.next(), 'MSA', 1)).toBe('AR');
    await sender.closed;
    const [row] = await stored('HUGE');
    expect(row).toMatchObject({ state: 'error', raw_truncated: true, error_code: '104' });
    expect(row?.raw.length).toBe(64 * 1024);
  });

  test('silence inside a frame closes the connection; silence between frames does not', async () => {
    const quiet = await connectMllp(port);
    const stuck = await connectMllp(port);
    stuck.write('\x0bMSH|^~\\&|');
    await stuck.closed;
    expect(await quiet.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
    quiet.end();
  });

  test('a sender that does not read its acknowledgements is not read from any more', async () => {
    const sender = await connectMllp(port);
    sender.socket.pause();
    const frame = Buffer.from(
      Array.from({ length: 200 }, () => `\x0b${adt({ facility: hospital.facility })}\x1c\r`).join(''),
    );
    let written = 0;
    while (written < 3_000 && sender.socket.writableLength < 1_000_000) {
      sender.write(frame);
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The bytes that were not read wait in the sender's own buffer.
    expect(sender.socket.writableLength).toBeGreaterThan(0);
    const other = await connectMllp(port);
    expect(await other.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
    other.end();
    sender.end();
  }, 60_000);

  test('a connection over the limit is closed, and the others continue', async () => {
    const admission = createAdmission({ maxConnections: 2, maxPerPeer: 2, allow: [] }, server.ctx.log);
    const { port: small } = await server.startMllp({ admission });
    const [one, two] = [await connectMllp(small), await connectMllp(small)];
    const three = await connectMllp(small);
    await three.closed;
    expect(await one.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
    expect(await two.send(adt({ facility: hospital.facility }))).toContain('MSA|AA');
    one.end();
    two.end();
  });

  test('a sender that closes its side early still gets its answers', async () => {
    const sender = await connectMllp(port);
    sender.socket.end(`\x0b${adt({ controlId: 'HALF', facility: hospital.facility })}\x1c\r`);
    expect(await sender.next()).toContain('MSA|AA|HALF');
    await sender.closed;
  });

  test('when the database is unavailable there is no answer, and never AA', async () => {
    const away = await startTestServer();
    const application = await away.makeApplication();
    const { port: awayPort } = await away.startMllp();
    const sender = await connectMllp(awayPort);
    expect(await sender.send(adt({ facility: application.facility }))).toContain('MSA|AA');
    await away.loseDatabase();
    await expect(sender.send(adt({ facility: application.facility }))).rejects.toThrow('closed');
    await away.stop();
  });
});

describe('over HTTP', () => {
  const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const post = (payload: string, authorization: string, type = 'x-application/hl7-v2+er7') =>
    server.call({ method: 'POST', url: '/api/v1/hl7', payload, headers: { authorization, 'content-type': type } });

  test('the acknowledgement is the body of the reply, and the credentials identify the application', async () => {
    const { status, body, headers } = await post(
      adt({ facility: 'ANY', controlId: 'HTTP' }),
      basic(hospital.accessKey, hospital.accessSecret),
    );
    expect(status).toBe(200);
    expect(String(headers['content-type'])).toContain('x-application/hl7-v2+er7');
    expect(body).toContain('MSA|AA|HTTP');
    expect(await stored('HTTP')).toMatchObject([{ application_id: hospital.id, source: 'http' }]);
  });

  test('text/plain is accepted too', async () => {
    const { body } = await post(
      adt({ controlId: 'PLAIN' }),
      basic(hospital.accessKey, hospital.accessSecret),
      'text/plain',
    );
    expect(body).toContain('MSA|AA|PLAIN');
  });

  test.each([
    ['a wrong secret', () => basic(hospital.accessKey, '00000000-0000-0000-0000-000000000000')],
    ['an unknown key', () => basic('ffffffff', hospital.accessSecret)],
    ['no credentials', () => ''],
  ])('%s is refused 401', async (_name, authorization) => {
    expect((await post(adt(), authorization())).status).toBe(401);
  });

  test('JSON is refused 415', async () => {
    const { status } = await server.call({
      method: 'POST',
      url: '/api/v1/hl7',
      payload: { a: 1 },
      headers: { authorization: basic(hospital.accessKey, hospital.accessSecret) },
    });
    expect(status).toBe(415);
  });
});
