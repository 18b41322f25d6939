import { createHash } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';
import { isComplaint, readDeliveryStatus } from './delivery-report.ts';

/** An e-mail that came back, by what it is. */
export type ReadEmail =
  | {
      kind: 'answer' | 'automatic';
      /** Empty when the e-mail names nobody. */
      from: string;
      subject: string;
      text: string;
      messageId: string;
      /** How many files came with it. */
      attachments: number;
      /** The idempotency key of the delivery that it answers, where it names one of our e-mails. */
      deliveryKey: string | null;
    }
  | {
      kind: 'report';
      event: 'delivered' | 'failed' | 'bounced' | 'complained' | null;
      error: string | null;
      deliveryKey: string | null;
    };

/** The Message-ID of our e-mails contains the delivery's idempotency key. */
const DELIVERY_KEY = /<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** Returns the key of the delivery that a Message-ID of ours names. */
export const deliveryKeyIn = (text: string | undefined): string | null =>
  DELIVERY_KEY.exec(text ?? '')?.[1]?.toLowerCase() ?? null;

/** What somebody wrote, and what a report says, come before what is attached. The rest of a larger e-mail is not read. */
const MAX_READ_BYTES = 1024 * 1024;
/** Of what somebody wrote a few thousand characters are kept. */
const MAX_HTML_CHARACTERS = 200_000;
/** Elements within each other: those of a deeper one are left out. */
const MAX_HTML_DEPTH = 100;

/** Reads a whole e-mail (RFC 5322); null when it has more parts or headers than are read. */
export async function readEmail(bytes: Buffer): Promise<ReadEmail | null> {
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  const email = await PostalMime.parse(bytes.subarray(0, MAX_READ_BYTES), options).catch(() => null);
  if (email === null) return null;
  const about = deliveryKeyIn(email.inReplyTo) ?? deliveryKeyIn(email.references);
  const report = readReport(email);
  if (report) return { kind: 'report', ...report, deliveryKey: keyOfOriginal(email) ?? about };
  return {
    kind: isAutomatic(email) ? 'automatic' : 'answer',
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    text: email.text ?? toText(email.html ?? ''),
    messageId: email.messageId ?? `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    attachments: email.attachments.filter(isFile).length,
    deliveryKey: about,
  };
}

/** A picture that belongs to the page, such as a logo, or a signature (RFC 8551, RFC 3156) is no file that somebody wants to have seen. */
const isFile = ({ related, mimeType }: Email['attachments'][number]): boolean =>
  related !== true && !/^(application\/(x-)?pkcs7-signature|application\/pgp-(signature|keys))$/i.test(mimeType);

/** Returns whether Auto-Submitted says that no person wrote it (RFC 3834 §5). */
export const isAutoSubmitted = (value: string | undefined): boolean => value !== undefined && !/^\s*no\b/i.test(value);

/** Who answers by itself. "postmaster" may be a person, who is obeyed. */
const NOT_A_PERSON = /^mailer-daemon@/i;

/** Beside Auto-Submitted, what programs say that are older than it, and the empty return path of RFC 5321 §4.5.5. */
function isAutomatic(email: Email): boolean {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  return (
    isAutoSubmitted(header('auto-submitted')) ||
    header('x-autoreply') !== undefined ||
    header('x-autorespond') !== undefined ||
    /^\s*auto_reply/i.test(header('precedence') ?? '') ||
    header('return-path')?.trim() === '<>' ||
    NOT_A_PERSON.test(email.from?.address ?? '')
  );
}

const partOf = ({ attachments }: Email, type: string): string | null => {
  const content = attachments.find(({ mimeType }) => mimeType === type)?.content;
  return typeof content === 'string' ? content : null;
};

/** Reads a report (RFC 6522) about the delivery of an e-mail, or a complaint about it; null when it is none. */
function readReport(email: Email): Pick<Extract<ReadEmail, { kind: 'report' }>, 'event' | 'error'> | null {
  const status = partOf(email, 'message/delivery-status') ?? partOf(email, 'message/global-delivery-status');
  if (status !== null) return readDeliveryStatus(status);
  const feedback = partOf(email, 'message/feedback-report');
  if (feedback !== null) return { event: isComplaint(feedback) ? 'complained' : null, error: null };
  return null;
}

/** A report repeats the e-mail that it is about, or at least its headers. */
function keyOfOriginal(email: Email): string | null {
  const original = partOf(email, 'message/rfc822') ?? partOf(email, 'text/rfc822-headers');
  return deliveryKeyIn(/^message-id:\s*(\S+)/im.exec(original ?? '')?.[1]);
}

/** Returns what is read of an e-mail that is only HTML. What it quotes gets a ">" before each line. */
const toText = (html: string): string =>
  convert(html.slice(0, MAX_HTML_CHARACTERS), {
    wordwrap: false,
    limits: { maxDepth: MAX_HTML_DEPTH },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
