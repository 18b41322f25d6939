import type { Gateway, SendResult, Sms } from './gateway.ts';
import { takeRate } from './rate.ts';

const TIMEOUT_MS = 15_000;

/**
 * SMS through any HTTP gateway: POST {to, text} as JSON, and `from` where the hospital has a sender of its own, with an Idempotency-Key.
 * User and password in the address are sent as Basic auth. 2xx is taken, 408, 425, 429 and 5xx are tried again.
 */
export function createHttpSmsGateway(address: string, { timeoutMs = TIMEOUT_MS } = {}): Gateway<Sms> {
  const { url: plain, perSecond } = takeRate(address);
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
          body: JSON.stringify({ to, text, ...(from ? { from } : {}) }),
        });
        const body = (await response.text()).slice(0, 2_000);
        return judge(response.status, body);
      } catch (error) {
        return judgeFailure(error as Error & { cause?: { code?: string } });
      }
    },
    close: async () => undefined,
  };
}

function judge(status: number, body: string): SendResult {
  if (status >= 200 && status < 300) return { ok: true, gatewayMessageId: messageIdIn(body) };
  const retry = status >= 500 || [408, 425, 429].includes(status);
  return { ok: false, outcome: retry ? 'retry' : 'refused', error: `The SMS gateway answered ${status}.` };
}

function judgeFailure(error: Error & { cause?: { code?: string } }): SendResult {
  const code = error.cause?.code ?? error.name;
  const neverArrived = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  );
  // Sent, and no answer: the gateway may have taken it.
  return {
    ok: false,
    outcome: neverArrived ? 'retry' : 'unknown',
    error: `The SMS gateway could not be reached: ${code}.`,
  };
}

function messageIdIn(body: string): string | null {
  try {
    const { id, message_id: messageId } = JSON.parse(body) as { id?: unknown; message_id?: unknown };
    const found = id ?? messageId;
    return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 200) : null;
  } catch {
    return null;
  }
}
