import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What a mailbox tells the process that started it. */
export type Told =
  | { port: number }
  /** A link that somebody is about to answer. */
  | { link: string }
  | { mails: number; twice: number };

/** One e-mail of so many is answered. */
const ANSWERED_EVERY = 5;

const tell = (told: Told) => process.send?.(told);

/**
 * A mail server in a process of its own. It takes every e-mail, hands on some of the links, and counts which patients were written
 * to.
 */
const written = new Map<string, number>();
let mails = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      for (const { address } of session.envelope.rcptTo) take(address, Buffer.concat(chunks).toString('utf8'));
      done();
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => tell({ port: (server.server.address() as AddressInfo).port }));

process.on('message', (message) => {
  if (message === 'count') tell({ mails, twice: [...written.values()].filter((times) => times > 1).length });
});

function take(recipient: string, mail: string): void {
  // A colleague hears of each case.
  if (!recipient.startsWith('stay')) return;
  written.set(recipient, (written.get(recipient) ?? 0) + 1);
  mails += 1;
  if (mails % ANSWERED_EVERY !== 0) return;
  // Lines of quoted-printable are broken wherever they are full.
  const [link] = /https?:\/\/\S+\/feedback\/[\w-]+/.exec(mail.replaceAll('=\r\n', '')) ?? [];
  if (link) tell({ link });
}
