import { createHmac } from 'node:crypto';
import { sameSecret } from '../secrets.ts';
import type { Gateway, SendResult, Sms } from './gateway.ts';
import { takeRate } from './rate.ts';

const TIMEOUT_MS = 15_000;
const STANDARD_BASE = 'https://api.twilio.com';

export interface TwilioOptions {
  /** Where receipts are to be sent; null while nobody outside can reach us. */
  statusCallback: () => string | null;
  timeoutMs?: number;
}

export interface TwilioGateway extends Gateway<Sms> {
  /** True when Twilio signed this request (X-Twilio-Signature) to this address. */
  isSigned(url: string, fields: Readonly<Record<string, string>>, signature: string): boolean;
}

/**
 * SMS through Twilio's REST API: `twilio://ACCOUNT_SID:AUTH_TOKEN@FROM`, FROM a number, a name or a messaging service
 * (MG…); `?base=https://…` for another address of the API, `?rate=10` for at most ten a second.
 */
export function createTwilioGateway(
  address: string,
  { statusCallback, timeoutMs = TIMEOUT_MS }: TwilioOptions,
): TwilioGateway {
  const { url: plain, perSecond } = takeRate(address);
  const url = new URL(plain);
  const accountSid = decodeURIComponent(url.username);
  const authToken = decodeURIComponent(url.password);
  const from = decodeURIComponent(url.hostname);
  const base = (url.searchParams.get('base') ?? STANDARD_BASE).replace(/\/+$/, '');
  const service = /^MG/i.test(from);
  const sender: Record<string, string> = service ? { MessagingServiceSid: from } : { From: from };
  return {
    name: 'twilio',
    perSecond,
    async send({ to, from: own, text }) {
      const callback = statusCallback();
      const body = new URLSearchParams({
        To: to,
        ...(own && !service ? { From: own } : sender),
        Body: text,
        ...(callback ? { StatusCallback: callback } : {}),
      });
      try {
        const response = await fetch(`${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
          body,
        });
        return judge(response.status, (await response.json().catch(() => ({}))) as TwilioAnswer);
      } catch (error) {
        const { name, cause } = error as Error & { cause?: { code?: string } };
        const code = cause?.code ?? name;
        const neverArrived = [
          'ECONNREFUSED',
          'ENOTFOUND',
          'EAI_AGAIN',
          'EHOSTUNREACH',
          'UND_ERR_CONNECT_TIMEOUT',
        ].includes(code);
        return {
          ok: false,
          outcome: neverArrived ? 'retry' : 'unknown',
          error: `Twilio could not be reached: ${code}.`,
        };
      }
    },
    isSigned(called, fields, signature) {
      const signed = Object.keys(fields)
        .sort()
        .reduce((text, name) => text + name + fields[name], called);
      return sameSecret(signature, createHmac('sha1', authToken).update(signed, 'utf8').digest('base64'));
    },
    close: async () => undefined,
  };
}

interface TwilioAnswer {
  sid?: string;
  /** Twilio's own error number, such as 21610: the receiver said STOP to Twilio. */
  code?: number;
}

function judge(status: number, { sid, code }: TwilioAnswer): SendResult {
  if (status >= 200 && status < 300) return { ok: true, gatewayMessageId: sid ?? null };
  const error = `Twilio answered ${status}${code ? ` (error ${code})` : ''}.`;
  return { ok: false, outcome: status >= 500 || status === 429 ? 'retry' : 'refused', error };
}
