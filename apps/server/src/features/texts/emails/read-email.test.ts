import { describe, expect, it } from 'vitest';
import { isComplaint, readDeliveryStatus } from './delivery-report.ts';
import { bounceOf, KEY } from '../../../testing/outside/sample-emails.ts';
import { isAutoSubmitted, readEmail } from './read-email.ts';

const read = (lines: readonly string[]) => readEmail(Buffer.from(lines.join('\r\n')));
const about = `<${KEY}@wardvoice.test>`;

describe('an e-mail that somebody wrote', () => {
  it('is read with its charset, its encoding, and the e-mail that it answers', async () => {
    expect(
      await read([
        'From: =?iso-8859-1?Q?Se=E1n?= <Sean@Example.org>',
        'Subject: =?utf-8?B?UmU6IEhvdyB3YXMgeW91ciBzdGF5Pw==?=',
        `In-Reply-To: ${about}`,
        'Message-ID: <1@example.org>',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'The caf=E9 was closed.',
      ]),
    ).toEqual({
      kind: 'answer',
      from: 'Sean@Example.org',
      subject: 'Re: How was your stay?',
      text: 'The café was closed.\n',
      messageId: '<1@example.org>',
      attachments: 0,
      deliveryKey: KEY,
    });
  });

  it('is plain text where it is only HTML, with what it quotes behind a ">"', async () => {
    const email = await read([
      'From: orla@example.org',
      `References: <first@example.org> ${about}`,
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p { color: red }</style><p>It was <b>fine</b>.</p><img alt="logo"><blockquote>Send STOP<br>to end</blockquote>',
    ]);
    expect(email).toMatchObject({ kind: 'answer', deliveryKey: KEY });
    expect(email && 'text' in email && email.text.split('\n').filter(Boolean)).toEqual([
      'It was fine.',
      '> Send STOP',
      '> to end',
    ]);
  });

  it('is read although it is large, or its HTML is deeper than any that somebody writes', async () => {
    const picture = `${'A'.repeat(76)}\r\n`.repeat(50_000);
    const parts = [
      ['Content-Type: text/plain', '', 'It was fine.'],
      ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', picture],
    ].map((part) => ['--B', ...part].join('\r\n'));
    const large = await read(['From: a@b.ie', 'Content-Type: multipart/mixed; boundary="B"', '', ...parts, '--B--']);
    expect(large).toMatchObject({ kind: 'answer', text: 'It was fine.\n', attachments: 1 });
    const deep = `<p>It was fine.</p>${'<div>'.repeat(20_000)}`;
    expect(await read(['From: a@b.ie', 'Content-Type: text/html', '', deep])).toMatchObject({
      text: expect.stringMatching(/^It was fine[.]\n/),
    });
  });

  it('says how many files came with it, without a logo of its page and a signature', async () => {
    const part = (...lines: string[]) => ['--B', ...lines].join('\r\n');
    const email = await read([
      'From: a@b.ie',
      'Content-Type: multipart/mixed; boundary="B"',
      '',
      part(
        'Content-Type: multipart/related; boundary="R"',
        '',
        '--R',
        'Content-Type: text/html',
        '',
        '<p>See <img src="cid:l"></p>',
      ),
      ['--R', 'Content-Type: image/png', 'Content-ID: <l>', 'Content-Disposition: inline', '', 'logo', '--R--'].join(
        '\r\n',
      ),
      part('Content-Type: image/jpeg', 'Content-Disposition: inline; filename="wound.jpg"', '', 'a'),
      part('Content-Type: application/pdf', 'Content-Disposition: attachment; filename="letter.pdf"', '', 'b'),
      part(
        'Content-Type: application/pkcs7-signature',
        'Content-Disposition: attachment; filename="smime.p7s"',
        '',
        'c',
      ),
      '--B--',
    ]);
    expect(email).toMatchObject({ attachments: 2 });
  });

  it('is known again without a Message-ID by its bytes', async () => {
    const [one, same, other] = await Promise.all(
      ['Hello', 'Hello', 'Hallo'].map((text) => read(['From: a@b.ie', '', text])),
    );
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(one).toMatchObject({ messageId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), deliveryKey: null });
  });
});

describe('an automatic answer', () => {
  it.each([
    ['Auto-Submitted: auto-replied', 'from a@b.ie'],
    ['Auto-Submitted: Auto-Generated; owner-email="a@b.ie"', 'from a@b.ie'],
    ['X-Autoreply: yes', 'from a@b.ie'],
    ['X-Autorespond: away', 'from a@b.ie'],
    ['Precedence: auto_reply', 'from a@b.ie'],
    ['Return-Path: <>', 'from a@b.ie'],
    ['X-Mailer: old', 'from MAILER-DAEMON@mx.b.ie'],
  ])('is known by %s, %s', async (header, from) => {
    expect(await read([header, `From: ${from.slice(5)}`, '', 'I am away.'])).toMatchObject({ kind: 'automatic' });
  });

  it('is none with "Auto-Submitted: no", as bulk mail, or from a person with such an address', async () => {
    expect(await read(['From: postmaster@b.ie', '', 'Please stop'])).toMatchObject({ kind: 'answer' });
    expect(await read(['Auto-Submitted: no', 'Precedence: bulk', 'From: a@b.ie', '', 'Hello'])).toMatchObject({
      kind: 'answer',
    });
    expect([undefined, 'no', ' No (typed)', 'auto-replied'].map(isAutoSubmitted)).toEqual([false, false, false, true]);
  });
});

describe('a report about one of our e-mails', () => {
  it('names it by the headers that it repeats, else by what it answers', async () => {
    expect(await readEmail(bounceOf({ key: KEY }))).toEqual({
      kind: 'report',
      event: 'bounced',
      error: '550 5.1.1 <orla@example.org>: user unknown',
      deliveryKey: KEY,
    });
    expect(await readEmail(bounceOf({ key: KEY, repeats: 'all' }))).toMatchObject({
      event: 'bounced',
      deliveryKey: KEY,
    });
    expect(await readEmail(bounceOf({ key: KEY, repeats: 'nothing' }))).toMatchObject({ deliveryKey: null });
    expect(await readEmail(bounceOf({ key: KEY, repeats: 'nothing', header: `In-Reply-To: ${about}` }))).toMatchObject({
      deliveryKey: KEY,
    });
  });

  it.each([
    ['nobody has the address', 'failed', '5.1.1', 'smtp; 550 no such user', 'bounced'],
    ['the mailbox was closed', 'failed', '5.2.1', '', 'bounced'],
    ['the domain takes no mail', 'failed', '5.1.10', '', 'bounced'],
    [
      'only the words of the other server say so',
      'failed',
      '5.0.0',
      'smtp; 550-5.1.1 The account does not exist',
      'bounced',
    ],
    ['the mailbox is full', 'failed', '5.2.2', 'smtp; 552 5.2.2 over quota', 'failed'],
    ['our own address was refused', 'failed', '5.1.8', '', 'failed'],
    ['it was given up after days', 'failed', '4.4.7', '', 'failed'],
    ['it is still being tried', 'delayed', '4.4.1', '', null],
    ['it arrived', 'delivered', '2.0.0', '', 'delivered'],
    ['it went on to where nobody reports', 'relayed', '2.0.0', '', null],
  ])('is read: %s', (_what, action, status, diagnostic, event) => {
    const fields = [
      'Reporting-MTA: dns; mx.example.org',
      '',
      'Final-Recipient: rfc822; orla@example.org',
      `Action: ${action}`,
      `Status: ${status} (told so)`,
      ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
    ];
    expect(readDeliveryStatus(fields.join('\n')).event).toBe(event);
  });

  it('says nothing where it has no recipient', () => {
    expect(readDeliveryStatus('')).toEqual({ event: null, error: null });
    expect(readDeliveryStatus('Reporting-MTA: dns; mx.example.org')).toEqual({ event: null, error: null });
  });

  it('keeps the words of the other server, on one line and without what cannot be stored', () => {
    const fields = 'A: b\n\nAction: Failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 refused\n by\0 policy\n\n';
    expect(readDeliveryStatus(fields)).toEqual({ event: 'failed', error: '550 5.7.1 refused by policy' });
  });

  it('is a complaint unless it says that the e-mail is welcome', () => {
    expect(isComplaint('Feedback-Type: abuse\nVersion: 1')).toBe(true);
    expect(isComplaint('Version: 1\nFeedback-Type: Opt-Out')).toBe(true);
    expect(isComplaint('Feedback-Type: not-spam')).toBe(false);
    expect(isComplaint('')).toBe(false);
  });
});
