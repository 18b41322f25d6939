import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import type { Email } from './gateway.ts';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { checkSmtp, createSmtpGateway } from './smtp.ts';
import { createSmtpTokens } from './smtp-tokens.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const authority = makeAuthority();

/** Starts a mail server on this machine. Without certificates it offers no TLS. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.cert ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done(null, 'taken as 4711');
      });
    },
    ...options,
  });
  const sockets = new Set<Socket>();
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const hangUp = () => sockets.forEach((socket) => socket.destroy());
  return { received, hangUp, port: (server.server.address() as AddressInfo).port };
}

function gatewayTo(port: number, { logIn = '', scheme = 'smtp', query = '' } = {}) {
  const gateway = createSmtpGateway(`${scheme}://${logIn}127.0.0.1:${port}${query}`);
  closing.push(() => gateway.close());
  return gateway;
}

const email: Email = {
  to: 'orla@example.org',
  from: { name: 'Saint Brendan’s', address: 'no-reply@wardvoice.example' },
  subject: 'كيف كانت زيارتك إلى Saint Brendan’s؟',
  text: 'مرحبًا Órla،\n\nhttp://wardvoice.example/feedback/abcdefghijklmnopqrstuvwxyz0\n\n.a line with a dot',
  messageId: '<b7e9c1de@wardvoice.example>',
  unsubscribeUrl: 'http://wardvoice.example/unsubscribe/abc',
};

const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** Decodes the encoded words of the headers and the body of a text message. */
function read(message: string) {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const word = (text: string) =>
    text
      .replaceAll(/\?= =\?/g, '?==?')
      .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, encoded: string) => Buffer.from(encoded, 'base64').toString())
      .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, encoded: string) => quoted(encoded.replaceAll('_', ' ')));
  const headers = Object.fromEntries(
    unfolded.split('\r\n').map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), word(line.slice(at + 2))];
    }),
  );
  const body = rest.join('\r\n\r\n');
  const text =
    headers['content-transfer-encoding'] === 'base64' ? Buffer.from(body, 'base64').toString() : quoted(body);
  return { headers, text: text.replaceAll('\r\n', '\n').trim() };
}
const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

describe('an e-mail', () => {
  it('arrives in every script, with its own Message-ID, and says who sent it', async () => {
    const server = await startMailServer();
    expect(await gatewayTo(server.port).send(email)).toEqual({ ok: true, gatewayMessageId: '250 taken as 4711' });
    const { headers, text } = read(server.received[0] ?? '');
    expect(headers).toMatchObject({
      from: 'Saint Brendan’s <no-reply@wardvoice.example>',
      to: 'orla@example.org',
      subject: email.subject,
      'message-id': email.messageId,
    });
    expect(headers['content-type']).toContain('text/plain; charset=utf-8');
    expect(text).toBe(email.text);
    expect(server.received[0]).not.toMatch(/x-mailer/i);
  });

  it('says that a program sends it, so that no mail program answers, unless a person wrote it', async () => {
    const server = await startMailServer();
    const gateway = gatewayTo(server.port);
    await gateway.send(email);
    await gateway.send({ ...email, unsubscribeUrl: null });
    await gateway.send({ ...email, unsubscribeUrl: null, inReplyTo: '<4@example.org>' });
    await gateway.send({ ...email, byPerson: true });
    const said = server.received.map((message) => {
      const { headers } = read(message);
      return [headers['auto-submitted'], headers['x-auto-response-suppress'], headers['list-unsubscribe-post']];
    });
    expect(said).toEqual([
      ['auto-generated', 'OOF, AutoReply', 'List-Unsubscribe=One-Click'],
      ['auto-generated', 'OOF, AutoReply', undefined],
      ['auto-replied', 'OOF, AutoReply', undefined],
      [undefined, undefined, 'List-Unsubscribe=One-Click'],
    ]);
    expect(read(server.received[2] ?? '').headers).toMatchObject({
      'in-reply-to': '<4@example.org>',
      references: '<4@example.org>',
    });
  });

  it('with HTML has the plain text before it, as another form of the same', async () => {
    const server = await startMailServer();
    await gatewayTo(server.port).send({ ...email, text: 'Hello', html: '<p dir="rtl">مرحبًا</p>' });
    const { headers } = read(server.received[0] ?? '');
    const [, boundary = ''] = /^multipart\/alternative;\s*boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? [];
    const parts = (server.received[0] ?? '')
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => read(part.trimStart()));
    expect(parts.map((part) => [part.headers['content-type'], part.text])).toEqual([
      ['text/plain; charset=utf-8', 'Hello'],
      ['text/html; charset=utf-8', '<p dir="rtl">مرحبًا</p>'],
    ]);
  });

  it('brings its files, byte for byte', async () => {
    const { received, port } = await startMailServer();
    const content = Buffer.from(Array.from({ length: 3_000 }, (_, at) => at % 256));
    const attachments = [{ name: 'report-2026-10.pdf', type: 'application/pdf', content }];
    expect(await gatewayTo(port).send({ ...email, attachments })).toMatchObject({ ok: true });
    const boundary = /boundary="([^"]+)"/.exec(received[0] ?? '')?.[1];
    const [, , file = ''] = (received[0] ?? '').split(`--${boundary}`);
    const [head = '', body = ''] = file.split('\r\n\r\n');
    expect(head).toMatch(/Content-Type: application\/pdf; name=report-2026-10\.pdf/);
    expect(head).toMatch(/Content-Disposition: attachment; filename=report-2026-10\.pdf/);
    expect(Buffer.from(body, 'base64').equals(content)).toBe(true);
  });

  it('has the same Message-ID when it is sent again', async () => {
    let attempts = 0;
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) => done((attempts += 1) === 1 ? refuse(451, 'greylisted') : null),
    });
    const gateway = gatewayTo(server.port);
    expect(await gateway.send(email)).toMatchObject({ ok: false, outcome: 'retry' });
    expect(await gateway.send(email)).toMatchObject({ ok: true });
    expect(read(server.received[0] ?? '').headers['message-id']).toBe(email.messageId);
  });

  it('cannot be given a header by its subject', async () => {
    const server = await startMailServer();
    await gatewayTo(server.port).send({ ...email, subject: 'Hello\r\nBcc: everybody@example.org' });
    expect(read(server.received[0] ?? '').headers).not.toHaveProperty('bcc');
  });

  it.each([
    ['', 10],
    ['?maxConnections=2', 2],
  ])('of many goes over few connections (%s)', async (query, atMost) => {
    let open = 0;
    let most = 0;
    const server = await startMailServer({
      onConnect: (_session, done) => {
        most = Math.max(most, (open += 1));
        done();
      },
      onClose: () => void (open -= 1),
    });
    const gateway = gatewayTo(server.port, { query });
    const results = await Promise.all(Array.from({ length: 40 }, () => gateway.send(email)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(most).toBeLessThanOrEqual(atMost);
  });
});

describe('when the mail server', () => {
  it('refuses the receiver, it is not tried again, and the address is not repeated', async () => {
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => done(refuse(550, `no such person <${address}>`)),
    });
    const result = await gatewayTo(server.port).send(email);
    expect(result).toMatchObject({ ok: false, outcome: 'refused' });
    expect(JSON.stringify(result)).toContain('550');
    expect(JSON.stringify(result)).not.toContain('orla');
  });

  it('refuses the content, it is not tried again', async () => {
    const server = await startMailServer({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse(554, 'looks like spam'))),
    });
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: false, outcome: 'refused' });
  });

  it('is busy after the content, it is tried again', async () => {
    const server = await startMailServer({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse(452, 'disk full'))),
    });
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: false, outcome: 'retry' });
  });

  it('is slow, we wait', async () => {
    const server = await startMailServer({
      onMailFrom: (_address, _session, done) => void setTimeout(done, 1_500),
    });
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: true });
  });

  it('ends the connection after the content was sent, the outcome is unknown and it is not tried again', async () => {
    let times = 0;
    const server = await startMailServer({
      onData(stream) {
        times += 1;
        stream.resume().on('end', () => server.hangUp());
      },
    });
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: false, outcome: 'unknown' });
    expect(times).toBe(1);
  });

  it('ends the connection before the content was sent, it is tried again', async () => {
    const server = await startMailServer({ onRcptTo: () => server.hangUp() });
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: false, outcome: 'retry' });
  });

  it('is not there, it is tried again', async () => {
    const server = await startMailServer();
    await closing.pop()?.();
    expect(await gatewayTo(server.port).send(email)).toMatchObject({ ok: false, outcome: 'retry' });
  });
});

describe('signing in to the mail server', () => {
  const auth: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ward' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
  };
  it('uses the user and the password of the address', async () => {
    const server = await startMailServer(auth);
    const gateway = gatewayTo(server.port, { logIn: 'ward:p%40ss@' });
    expect(await gateway.send(email)).toMatchObject({ ok: true });
  });

  it('with a wrong password is tried again: it is not the patient’s address that is wrong', async () => {
    const server = await startMailServer(auth);
    const result = await gatewayTo(server.port, { logIn: 'ward:wrong@' }).send(email);
    expect(result).toMatchObject({ ok: false, outcome: 'retry' });
    expect(JSON.stringify(result)).not.toContain('wrong');
  });
});

describe('encryption', () => {
  it('is used where it is offered, and an unknown certificate is refused with what to do', async () => {
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      const server = await startMailServer({ ...authority.issue('127.0.0.1'), secure });
      const result = await gatewayTo(server.port, { scheme }).send(email);
      expect(result).toMatchObject({ ok: false, outcome: 'retry' });
      expect(result).toHaveProperty('error', expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS/));
      expect(server.received).toEqual([]);
    }
  });

  it('trusts the hospital’s own authority when NODE_EXTRA_CA_CERTS names it', async () => {
    const server = await startMailServer({ ...authority.issue('127.0.0.1'), secure: true });
    const folder = await mkdtemp(join(tmpdir(), 'wardvoice-ca-'));
    closing.push(() => rm(folder, { recursive: true }));
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, authority.cert);
    const script = `
      import { createSmtpGateway } from ${JSON.stringify(fileURLToPath(new URL('./smtp.ts', import.meta.url)))};
      const gateway = createSmtpGateway('smtps://127.0.0.1:${server.port}');
      console.log(JSON.stringify(await gateway.send(${JSON.stringify(email)})));
      await gateway.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=wardvoice-source', '--import', 'tsx', '--input-type=module', '-e', script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: ca } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(server.received).toHaveLength(1);
  });
});

it('an address is one address whatever is in it, and one that cannot be written to is refused', async () => {
  const recipients: string[] = [];
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
  });
  const gateway = gatewayTo(server.port);
  for (const to of ['Orla <iris@example.org>', 'orla<iris@example.org'])
    expect(await gateway.send({ ...email, to })).toMatchObject({ ok: false, outcome: 'refused' });
  await gateway.send({ ...email, to: 'orla,iris@example.org' });
  expect(recipients).toEqual(['"orla,iris"@example.org']);
});

it.each<[string, string | undefined, string, string | RegExp]>([
  ['the host of its public address', 'https://feedback.hospital.example/path', '', 'feedback.hospital.example'],
  ['what the address of the mail server says', 'https://feedback.hospital.example', '?name=mx.example', 'mx.example'],
  ['the name of the machine where it has none', 'http://127.0.0.1:3000', '', /^(?!127\.0\.0\.1$)./],
])('a server calls itself by %s', async (_what, publicUrl, query, name) => {
  const called: string[] = [];
  const server = await startMailServer({
    onMailFrom(_address, { hostNameAppearsAs }, done) {
      called.push(hostNameAppearsAs);
      done();
    },
  });
  const gateway = createSmtpGateway(`smtp://127.0.0.1:${server.port}${query}`, publicUrl ? { publicUrl } : {});
  closing.push(() => gateway.close());
  expect(await gateway.send(email)).toMatchObject({ ok: true });
  expect(called).toEqual([expect.stringMatching(name)]);
});

describe('a mail server that takes tokens in place of passwords', () => {
  /** Starts the identity provider of the organisation, which gives out token-1, token-2 and so on, and a mail server. */
  async function startWithTokens({
    secret = 'secret',
    isGood = (token: string) => token !== '',
    seconds = 3_600,
  } = {}) {
    let tokens = 0;
    const provider = await startHttpListener((response, { body }) => {
      const asked = new URLSearchParams(body);
      const isKnown = asked.get('client_secret') === 'secret';
      const answer = { access_token: `token-${(tokens += 1)}`, token_type: 'Bearer', expires_in: seconds };
      response
        .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify(isKnown ? answer : { error: 'invalid_client', error_description: 'wardvoice is unknown' }));
    });
    closing.push(provider.close);
    const shown: string[] = [];
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['XOAUTH2'],
      onAuth({ method, username, accessToken = '' }, _session, done) {
        shown.push(`${method} ${username} ${accessToken}`);
        if (isGood(accessToken)) done(null, { user: username });
        else done(null, { data: { status: '401', schemes: 'bearer', scope: 'mail' } });
      },
    });
    const address = `smtp://feedback%40hospital.example@127.0.0.1:${server.port}`;
    const getToken = createSmtpTokens({
      url: `http://127.0.0.1:${provider.port}/token`,
      clientId: 'wardvoice',
      clientSecret: secret,
      scope: 'https://mail.example/.default',
    });
    const gateway = createSmtpGateway(address, { getToken });
    closing.push(() => gateway.close());
    return { provider, server, shown, gateway, check: () => checkSmtp(address, { getToken }) };
  }

  it('gets one, which is asked for once for all connections', async () => {
    const { provider, server, shown, gateway, check } = await startWithTokens();
    const results = await Promise.all([1, 2, 3].map(() => gateway.send(email)));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await check()).toBeNull();
    expect(server.received).toHaveLength(3);
    expect(new Set(shown)).toEqual(new Set(['XOAUTH2 feedback@hospital.example token-1']));
    expect(provider.heard).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(provider.heard[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'https://mail.example/.default',
      client_id: 'wardvoice',
      client_secret: 'secret',
    });
  });

  it('gets a new one when it refuses the one before, and when that is about to end', async () => {
    const refusing = await startWithTokens({ isGood: (token) => token !== 'token-1' });
    expect(await refusing.gateway.send(email)).toMatchObject({ ok: true });
    expect(refusing.shown.map((one) => one.split(' ').at(-1))).toEqual(['token-1', 'token-2']);
    const ending = await startWithTokens({ seconds: 30 });
    expect(await ending.gateway.send(email)).toMatchObject({ ok: true });
    expect(await ending.check()).toBeNull();
    expect(ending.provider.heard).toHaveLength(2);
  });

  it('is tried again where no token comes, and it is said which settings to look at', async () => {
    const { server, gateway, check } = await startWithTokens({ secret: 'changed' });
    expect(await gateway.send(email)).toEqual({
      ok: false,
      outcome: 'retry',
      error: expect.stringMatching(/no token came from SMTP_OAUTH_TOKEN_URL.*check SMTP_OAUTH_CLIENT_ID/),
    });
    expect(await check()).toMatch(/no token came/);
    expect(server.received).toEqual([]);
  });

  it('gets no token over a connection that is not encrypted, except on this machine', async () => {
    const asked: string[] = [];
    const server = await startMailServer({ authMethods: ['XOAUTH2'], allowInsecureAuth: true });
    // This name leads to this machine, and does not say so.
    const getToken = async () => {
      asked.push('token');
      return { token: 'token', expiresAt: new Date() };
    };
    const gateway = createSmtpGateway(`smtp://feedback@0.0.0.0:${server.port}`, { getToken });
    closing.push(() => gateway.close());
    expect(await gateway.send(email)).toMatchObject({ ok: false, outcome: 'retry' });
    expect([asked, server.received]).toEqual([[], []]);
  });
});
