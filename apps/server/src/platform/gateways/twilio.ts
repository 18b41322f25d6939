import { createHmac } from 'node:crypto';
import { plainSms } from '@wardvoice/contract';
import { sameSecret } from '../secrets.ts';
import type { Gateway, SendResult, Sms } from './gateway.ts';
import { splitRate } from './rate.ts';
import { adviceOn, failureCodeOf, hadNotLeft, isAboutSettings } from './failure-code.ts';

const TIMEOUT_MS = 15_000;
const STANDARD_BASE = 'https://api.twilio.com';

export interface TwilioOptions {
  /** Address to which Twilio sends receipts; null while this server cannot be reached from outside. */
  statusCallback: () => string | null;
  timeoutMs?: number;
}

export interface TwilioGateway extends Gateway<Sms> {
  /** Returns true when Twilio has signed this request for this address (X-Twilio-Signature). */
  isSigned(url: string, fields: Readonly<Record<string, string>>, signature: string): boolean;
}

/**
 * Sends SMS through Twilio's REST API: `twilio://ACCOUNT_SID:AUTH_TOKEN@FROM`, where FROM is a number, a name or a messaging
 * service (MG…). `?base=https://…` names another address of the API, `?rate=10` limits it to ten messages a second.
 */
export function createTwilioGateway(
  address: string,
  { statusCallback, timeoutMs = TIMEOUT_MS }: TwilioOptions,
): TwilioGateway {
  const { url: plain, perSecond } = splitRate(address);
  const url = new URL(plain);
  const { accountUrl, authToken, authorization } = readAccount(url);
  const from = decodeURIComponent(url.hostname);
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
        Body: plainSms(text),
        ...(callback ? { StatusCallback: callback } : {}),
      });
      try {
        const response = await fetch(`${accountUrl}/Messages.json`, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { authorization },
          body,
        });
        return readResult(response.status, (await response.json().catch(() => ({}))) as TwilioAnswer);
      } catch (error) {
        const code = failureCodeOf(error);
        return {
          ok: false,
          outcome: hadNotLeft(code) ? 'retry' : 'unknown',
          error: `Twilio could not be reached: ${code}.${adviceOn(code)}`,
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

/** Asks Twilio about the account, and sends nothing. Returns what is wrong; null: nothing is. */
export async function checkTwilio(address: string): Promise<string | null> {
  const { accountUrl, authorization } = readAccount(new URL(splitRate(address).url));
  try {
    const { status } = await fetch(`${accountUrl}.json`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization },
    });
    return status === 200 ? null : `it answered ${status}`;
  } catch (error) {
    const code = failureCodeOf(error);
    return `${code}.${adviceOn(code)}`;
  }
}

function readAccount({ username, password, searchParams }: URL) {
  const [accountSid, authToken] = [decodeURIComponent(username), decodeURIComponent(password)];
  const base = (searchParams.get('base') ?? STANDARD_BASE).replace(/\/+$/, '');
  return {
    accountUrl: `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`,
    authToken,
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
}

interface TwilioAnswer {
  sid?: string;
  /** Twilio's own error number, such as 21610: the receiver has said STOP to Twilio. */
  code?: number;
}

function readResult(status: number, { sid, code }: TwilioAnswer): SendResult {
  if (status >= 200 && status < 300) return { ok: true, gatewayMessageId: sid ?? null };
  const error = `Twilio answered ${status}${code ? ` (error ${code})` : ''}.`;
  if (isAboutSettings(status) || ABOUT_SETTINGS.has(code ?? 0))
    return { ok: false, outcome: 'retry', error: `${error} Check SMS_URL, and the account at Twilio.` };
  return { ok: false, outcome: status >= 500 || status === 429 ? 'retry' : 'refused', error };
}

/**
 * Twilio's errors about who sends, which it answers with 400: a sender that is missing, wrong, another account's or cannot send SMS, a
 * messaging service that is unknown or has no numbers, and the end of what the account may send in a day.
 */
const ABOUT_SETTINGS: ReadonlySet<number> = new Set([
  21212, 21601, 21603, 21606, 21659, 21660, 21701, 21703, 21705, 63038,
]);
