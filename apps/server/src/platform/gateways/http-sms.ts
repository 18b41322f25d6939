import { plainSms, smsAlphabet } from '@wardvoice/contract';
import type { Gateway, SendResult, Sms } from './gateway.ts';
import { splitRate } from './rate.ts';
import { fill, MAX_ID_CHARACTERS, textAt, type SmsFormat } from './sms-format.ts';
import { adviceOn, failureCodeOf, hadNotLeft, isAboutSettings } from './failure-code.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARACTERS = 20_000;

export interface HttpSmsGateway extends Gateway<Sms> {
  /** How it is spoken to; null: in our own format. */
  readonly format: SmsFormat | null;
}

interface HttpSmsOptions {
  format?: SmsFormat | null;
  timeoutMs?: number;
}

/**
 * Sends SMS through any HTTP gateway: POST {to, text} as JSON with an Idempotency-Key, and with `from` where the hospital has its
 * own sender name; or as `format` says. User and password in the address are sent as Basic auth. 2xx means accepted, unless the format
 * looks into the answer; 400, 422 and the like refuse the message; after 408, 425, 429 and 5xx it is tried again, and after answers that
 * concern the settings.
 */
export function createHttpSmsGateway(
  address: string,
  { format = null, timeoutMs = TIMEOUT_MS }: HttpSmsOptions = {},
): HttpSmsGateway {
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
    format,
    async send(sms) {
      const { headers, body }: Written = format ? write(format, sms) : writeOurs(sms);
      try {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'idempotency-key': sms.idempotencyKey,
            ...(authorization ? { authorization } : {}),
            ...headers,
          },
          body,
        });
        const text = (await response.text()).slice(0, MAX_ANSWER_CHARACTERS);
        return readResult(response.status, text, format);
      } catch (error) {
        return resultOfFailure(failureCodeOf(error));
      }
    },
    close: async () => undefined,
  };
}

interface Written {
  headers: Record<string, string>;
  body: string | URLSearchParams;
}

const writeOurs = ({ to, from, text }: Sms): Written => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ to, text: plainSms(text), ...(from ? { from } : {}) }),
});

function write({ send }: SmsFormat, { to, from, text: written, idempotencyKey: id }: Sms): Written {
  const { headers, json, form } = send;
  const text = plainSms(written);
  const alphabet = send.alphabet?.[smsAlphabet(text) === 'GSM-7' ? 'gsm' : 'unicode'] ?? null;
  const filling = { to, to_digits: to.replace(/^\+/, ''), from: from ?? null, text, id, alphabet };
  // A template of texts gives texts.
  const filled = (template: Record<string, string>) => fill(template, filling) as Record<string, string>;
  // fetch says itself that the fields of a form are one.
  if (form) return { headers: filled(headers), body: new URLSearchParams(filled(form)) };
  return {
    headers: { 'content-type': 'application/json', ...filled(headers) },
    body: JSON.stringify(fill(json, filling)),
  };
}

function readResult(status: number, body: string, format: SmsFormat | null): SendResult {
  if (status >= 200 && status < 300)
    return format ? readAnswer(status, parse(body), format) : accepted(messageIdIn(parse(body)));
  const error = `The SMS gateway answered ${status}.`;
  if (isAboutSettings(status)) return { ok: false, outcome: 'retry', error: `${error} Check SMS_URL.` };
  const retry = status >= 500 || [408, 425, 429].includes(status);
  return { ok: false, outcome: retry ? 'retry' : 'refused', error };
}

const accepted = (id: string | null): SendResult => ({
  ok: true,
  gatewayMessageId: id?.slice(0, MAX_ID_CHARACTERS) ?? null,
});

/** Looks into an answer as the format says. What it holds there may be anything, so only a short word is told. */
function readAnswer(status: number, answer: unknown, { send }: SmsFormat): SendResult {
  const said = send.accepted && textAt(answer, send.accepted.path);
  if (!send.accepted || (said && send.accepted.values.includes(said))) return accepted(textAt(answer, send.id));
  const word = said && /^(?!.*\d{7})[\w .-]{1,40}$/.test(said) ? said : 'something else';
  const isBusy = Boolean(said && send.accepted.again?.includes(said));
  return {
    ok: false,
    outcome: isBusy ? 'retry' : 'refused',
    error: `The SMS gateway answered ${status}, and ${word} at ${send.accepted.path}.`,
  };
}

function resultOfFailure(code: string): SendResult {
  // A request that was sent and not answered may have been accepted.
  return {
    ok: false,
    outcome: hadNotLeft(code) ? 'retry' : 'unknown',
    error: `The SMS gateway could not be reached: ${code}.${adviceOn(code)}`,
  };
}

/** The answer as JSON; undefined: it is none. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const messageIdIn = (answer: unknown): string | null => textAt(answer, 'id') ?? textAt(answer, 'message_id');
