/** E-mails for tests, as mail servers write them. */

export const KEY = '0f0e0d0c-1111-4222-8333-444455556666';

interface Bounce {
  /** The idempotency key of the delivery that bounced. */
  key: string;
  status?: string;
  diagnostic?: string;
  /** How much of our e-mail is repeated. */
  repeats?: 'headers' | 'all' | 'nothing';
  header?: string;
}

/** Returns what Postfix sends back when the other mail server refuses an e-mail (RFC 3464). */
export function bounceOf({
  key,
  status = '5.1.1',
  diagnostic = '550 5.1.1 <orla@example.org>: user\r\n unknown',
  repeats = 'headers',
  header = 'X-Nothing: more',
}: Bounce): Buffer {
  const original = ['From: no-reply@wardvoice.test', `Message-ID:\r\n <${key}@wardvoice.test>`, 'Subject: Your stay'];
  return Buffer.from(
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Message-ID: <bounce@mx.example.org>',
      header,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
      '',
      '--B',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'Your message could not be delivered. To stop these messages, do nothing.',
      '--B',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.org',
      '',
      'Final-Recipient: rfc822; orla@example.org',
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
      ...(repeats === 'headers' ? ['--B', 'Content-Type: text/rfc822-headers', '', ...original, ''] : []),
      ...(repeats === 'all'
        ? ['--B', 'Content-Type: message/rfc822', '', ...original, '', 'How was it? Send STOP.']
        : []),
      '--B--',
      '',
    ].join('\r\n'),
  );
}

/** Returns what a mail provider sends when somebody says that an e-mail is spam (RFC 5965). */
export const complaintAbout = (key: string): Buffer =>
  Buffer.from(
    [
      'From: feedback@provider.example',
      'Subject: FW: Your stay',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
      '',
      '--B',
      'Content-Type: text/plain',
      '',
      'This is an abuse report.',
      '--B',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'Version: 1',
      '--B',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: <${key}@wardvoice.test>`,
      'Subject: Your stay',
      '',
      'How was it?',
      '--B--',
      '',
    ].join('\r\n'),
  );
