import { plainSms } from '@wardvoice/contract';
import type { Gateway, SendResult, Sms } from './gateway.ts';
import { splitRate } from './rate.ts';
import { adviceOn, failureCodeOf, hadNotLeft, isAboutSettings } from './failure-code.ts';

const TIMEOUT_MS = 15_000;

/**
 * Sends SMS through any HTTP gateway: POST {to, text} as JSON with an Idempotency-Key, and with `from` where the hospital has its
 * own sender name. User and password in the address are sent as Basic auth. 2xx means accepted; 400, 422 and the like refuse the
 * message; after 408, 425, 429 and 5xx it is tried again, and after answers that concern the settings.
 */
export function createHttpSmsGateway(address: string, { timeoutMs = TIMEOUT_MS } = {}): Gateway<Sms> {
  const { url: plain, perSecond } = splitRate(address);
  const url = new URL(plain);
  const authorization = url.username
    ? `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
    : null;
  url.username = '';
  url.password = '';
  return {
    name: 'http',
    perSecond,
    async send({ to, from, text, idempotencyKey }) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
            ...(authorization ? { authorization } : {}),
          },
          body: JSON.stringify({ to, text: plainSms(text), ...(from ? { from } : {}) }),
        });
        const body = (await response.text()).slice(0, 2_000);
        return readResult(response.status, body);
      } catch (error) {
        return resultOfFailure(failureCodeOf(error));
      }
    },
    close: async () => undefined,
  };
}

function readResult(status: number, body: string): SendResult {
  if (status >= 200 && status < 300) return { ok: true, gatewayMessageId: messageIdIn(body) };
  const error = `The SMS gateway answered ${status}.`;
  if (isAboutSettings(status)) return { ok: false, outcome: 'retry', error: `${error} Check SMS_URL.` };
  const retry = status >= 500 || [408, 425, 429].includes(status);
  return { ok: false, outcome: retry ? 'retry' : 'refused', error };
}

function resultOfFailure(code: string): SendResult {
  // A request that was sent and not answered may have been accepted.
  return {
    ok: false,
    outcome: hadNotLeft(code) ? 'retry' : 'unknown',
    error: `The SMS gateway could not be reached: ${code}.${adviceOn(code)}`,
  };
}

function messageIdIn(body: string): string | null {
  try {
    const { id, message_id: messageId }: { id?: unknown; message_id?: unknown } = JSON.parse(body);
    const found = id ?? messageId;
    return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 200) : null;
  } catch {
    return null;
  }
}
