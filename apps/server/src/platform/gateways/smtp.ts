import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Email, Gateway, SendResult } from './gateway.ts';
import { takeRate } from './rate.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
/** Mail servers allow one client some 20 at least; `?maxConnections=` in the address is for those that do not. */
const MAX_CONNECTIONS = 10;

/**
 * E-mail over SMTP (RFC 5321), with STARTTLS where offered and TLS for smtps://; certificates are checked.
 * `?requireTLS=true` in the address refuses to send in the clear, `?rate=10` sends at most ten a second, `?maxConnections=2`
 * opens at most two connections.
 */
export function createSmtpGateway(address: string): Gateway<Email> {
  const { url, perSecond } = takeRate(address);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  // From the first byte of the content on, a lost connection says nothing about whether it was taken.
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
    async send({ to, from, subject, text, messageId, unsubscribeUrl }) {
      try {
        const { response } = await transport.sendMail({
          to,
          from,
          subject,
          text,
          messageId,
          headers: unsubscribeUrl
            ? {
                'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
                'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
              }
            : {},
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { ok: true, gatewayMessageId: response.slice(0, 200) };
      } catch (error) {
        return judge(error as SmtpError, contents.get(messageId)?.readableDidRead ?? false);
      } finally {
        contents.delete(messageId);
      }
    },
    async close() {
      transport.close();
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  /** The server's reply code, when it gave one. */
  responseCode?: number;
  /** The command it replied to. */
  command?: string;
}

/** Replies that are about this message; others (to AUTH, say) are about the house, and it may put them right. */
const ABOUT_THE_MESSAGE = new Set(['RCPT TO', 'DATA']);

function judge(failure: SmtpError, contentLeft: boolean): SendResult {
  const error = explain(failure);
  const { responseCode, command = '' } = failure;
  if (responseCode === undefined) return { ok: false, outcome: contentLeft ? 'unknown' : 'retry', error };
  const isFinal = responseCode >= 500 && ABOUT_THE_MESSAGE.has(command);
  return { ok: false, outcome: isFinal ? 'refused' : 'retry', error };
}

function explain({ responseCode, code, message }: SmtpError): string {
  const text = withoutAddresses(responseCode ? `${responseCode} ${message}` : `${code ?? 'error'}: ${message}`);
  return /certificate/i.test(message)
    ? `${text}. The mail server's certificate is not trusted; set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.`
    : text;
}

/** Servers like to repeat the address; what is stored and logged does not. */
const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '<address>').slice(0, 500);
