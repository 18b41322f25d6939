import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Email, Gateway, SendResult } from './gateway.ts';
import { withoutAddresses } from '../without-addresses.ts';
import { isThisMachine } from '../is-this-machine.ts';
import { splitRate } from './rate.ts';
import type { GetSmtpToken } from './smtp-tokens.ts';

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/**
 * Most mail servers allow one client at least 20 connections. `?maxConnections=` in the address is for those that allow fewer.
 */
const MAX_CONNECTIONS = 10;

/** RFC 3834 §5, and what Exchange reads instead of it. Reports of a bounce come all the same. */
const byProgram = (isReply: boolean) => ({
  'Auto-Submitted': isReply ? 'auto-replied' : 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
});

/**
 * Sends e-mail over SMTP (RFC 5321), with STARTTLS where the server offers it and TLS for smtps://. Certificates are checked. In
 * the address, `?requireTLS=true` refuses to send without encryption, `?rate=10` sends at most ten a second, and
 * `?maxConnections=2` opens at most two connections, and `?name=` is what this server calls itself.
 */
export function createSmtpGateway(address: string, { getToken = null, publicUrl }: SmtpOptions = {}): Gateway<Email> {
  const { url, perSecond } = splitRate(address);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    ...TIMEOUTS,
    ...callOurselves(publicUrl),
    ...signInWith(getToken, url),
  });
  // When the connection breaks after the first byte of the content was sent, nobody knows whether the server accepted the
  // message.
  const contents = new Map<string, Readable>();
  transport.use('stream', ({ message, data }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = open(options);
      contents.set(String(data.messageId), content);
      return content;
    };
    done();
  });
  return {
    name: 'smtp',
    perSecond,
    async send(email) {
      const {
        to,
        from,
        subject,
        text,
        html,
        attachments = [],
        messageId,
        unsubscribeUrl,
        byPerson = false,
        inReplyTo,
      } = email;
      try {
        const { response } = await transport.sendMail({
          // As an object it is one address, whatever is in it; a text would be read as a list of them.
          to: { name: '', address: to },
          from,
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId,
          ...(inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo }),
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
          headers: {
            ...(unsubscribeUrl === null
              ? {}
              : {
                  'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
                  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
                }),
            ...(byPerson ? {} : byProgram(inReplyTo !== undefined)),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { ok: true, gatewayMessageId: response.slice(0, 200) };
      } catch (error) {
        return readResult(error as SmtpError, contents.get(messageId)?.readableDidRead ?? false);
      } finally {
        contents.delete(messageId);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** Connects to the mail server and signs in, and sends nothing. Returns what is wrong; null: nothing is. */
export async function checkSmtp(
  address: string,
  { getToken = null, publicUrl }: SmtpOptions = {},
): Promise<string | null> {
  const { url } = splitRate(address);
  const transport = createTransport({ url, ...TIMEOUTS, ...callOurselves(publicUrl), ...signInWith(getToken, url) });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return explain(error as SmtpError);
  } finally {
    transport.close();
  }
}

interface SmtpOptions {
  /** The user of the address signs in with tokens (XOAUTH2); default: with the password of the address, or not at all. */
  getToken?: GetSmtpToken | null;
  /** Address of this server, whose host name it says in EHLO; default: the name of the machine. */
  publicUrl?: string;
}

/**
 * What this server calls itself (RFC 5321 §4.1.1.1). The name of a machine, as of a container, is often none that a mail server accepts,
 * and nodemailer then says [127.0.0.1], which some refuse.
 */
function callOurselves(publicUrl: string | undefined): { name?: string } {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return host.includes('.') && isIP(host) === 0 ? { name: host } : {};
}

/** A token opens the mailbox to whoever reads it, so it leaves this machine encrypted only. */
function signInWith(getToken: GetSmtpToken | null, url: string) {
  if (getToken === null) return {};
  const { username, hostname } = new URL(url);
  return {
    ...(isThisMachine(hostname) ? {} : { requireTLS: true }),
    auth: {
      type: 'OAuth2' as const,
      user: decodeURIComponent(username),
      provisionCallback: (_user: string, renew: boolean, done: TokenDone) => void passOn(getToken(renew), done),
    },
  };
}

type TokenDone = (error: Error | null, token?: string, endsAtMs?: number) => void;

async function passOn(asked: ReturnType<GetSmtpToken>, done: TokenDone): Promise<void> {
  const got = await asked.catch((error: unknown) => (error instanceof Error ? error : new Error('no token')));
  if (got instanceof Error) done(got);
  else done(null, got.token, got.expiresAt.getTime());
}

interface SmtpError extends Error {
  code?: string;
  /** The reply code of the mail server, if it gave one. */
  responseCode?: number;
  /** The command that the reply was for. */
  command?: string;
}

/**
 * Commands whose refusal concerns this message. The refusal of another, such as AUTH, concerns our settings, which the hospital
 * can correct.
 */
const ABOUT_THE_MESSAGE = new Set(['RCPT TO', 'DATA']);

function readResult(failure: SmtpError, contentLeft: boolean): SendResult {
  const error = explain(failure);
  const { responseCode, command = '' } = failure;
  if (responseCode === undefined) {
    // The address itself cannot be written to, as one with a bracket; no mail server was asked.
    if (failure.code === 'EENVELOPE') return { ok: false, outcome: 'refused', error };
    return { ok: false, outcome: contentLeft ? 'unknown' : 'retry', error };
  }
  const isFinal = responseCode >= 500 && ABOUT_THE_MESSAGE.has(command);
  return { ok: false, outcome: isFinal ? 'refused' : 'retry', error };
}

function explain({ responseCode, code, message }: SmtpError): string {
  const text = withoutAddresses(responseCode ? `${responseCode} ${message}` : `${code ?? 'error'}: ${message}`);
  return /certificate/i.test(message)
    ? `${text}. The mail server's certificate is not trusted; set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.`
    : text;
}
