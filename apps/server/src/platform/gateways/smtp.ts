import { createTransport } from 'nodemailer';
import type { Email, Gateway, SendResult } from './gateway.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 4;

/** E-mail over SMTP (RFC 5321), with STARTTLS where offered and TLS for smtps://. */
export function createSmtpGateway(url: string): Gateway<Email> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  return {
    name: 'smtp',
    async send({ to, from, subject, text, messageId }) {
      try {
        const { response } = await transport.sendMail({
          to,
          from,
          subject,
          text,
          messageId,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { ok: true, gatewayMessageId: response.slice(0, 200) };
      } catch (error) {
        return judge(error as SmtpError);
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
  /** The last command, 'CONN', 'RCPT TO', 'DATA'. */
  command?: string;
}

function judge({ responseCode, command, code, message }: SmtpError): SendResult {
  const error = withoutAddresses(responseCode ? `${responseCode} ${message}` : `${code ?? 'error'}: ${message}`);
  if (responseCode) return { ok: false, outcome: responseCode >= 500 ? 'refused' : 'retry', error };
  // Broken off after the content went out: the server may have taken it.
  if (command === 'DATA') return { ok: false, outcome: 'unknown', error };
  return { ok: false, outcome: 'retry', error };
}

/** Servers like to repeat the address; what is stored and logged does not. */
const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '<address>').slice(0, 500);
