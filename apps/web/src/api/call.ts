import i18next from 'i18next';
import {
  account,
  type BodyInputOf,
  FRESH_SIGN_IN_NEEDED,
  TWO_STEP_NEEDED,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Schema,
} from '@wardvoice/contract';
import { addressOf, type Values } from './address.ts';
import { ApiError, errorFrom } from './api-error.ts';
import { idleSeconds } from './activity.ts';
import { recordFetched } from './fetched.ts';
import { askForProof, countProofs } from './fresh-sign-in.ts';
import { countResumed, endSession, getSession, showLocked, showTwoStepNeeded, untilUnlocked } from './session.ts';
import { watchedSend } from './watched-send.ts';

type Part<Name extends string, Declared, Value> = Declared extends Schema ? { [N in Name]: Value } : unknown;

/** What a call needs beside its endpoint: exactly the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = Part<'params', E['params'], ParamsOf<E>> &
  (E['query'] extends Schema ? { query?: Partial<QueryOf<E>> } : unknown) &
  Part<'body', E['body'], BodyInputOf<E>>;

interface AnyInput {
  params?: Values;
  query?: Values;
  body?: unknown;
}

/** Makes one call of the contract. The reply's shape is the server's promise, kept by its reply schema. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const { params, query, body } = input as AnyInput;
  const response = await request(addressOf(endpoint, params, query), {
    method: endpoint.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as ReplyOf<E>;
}

/**
 * One request with the session's token. A 401 ends the session, and the router then shows /login. A 423 brings the lock
 * screen, and the request waits and is made again once the person is back: nothing that was asked for is lost. So does a
 * 403 that wants a fresh sign-in, until the person has proved who they are; it is thrown when they do not want to. A 403
 * that wants two-step sign-in brings the screen that switches it on.
 */
export function request(address: string, init: RequestInit = {}): Promise<Response> {
  return persist(init.signal, (token) => send(address, init, token));
}

/** Does the same for a file, and reports how much of it has been sent, from 0 to 1. */
export function upload(endpoint: Endpoint, form: FormData, onSent: (share: number) => void): Promise<Response> {
  const { method } = endpoint;
  return persist(null, (token) =>
    watchedSend(addressOf(endpoint), { method, headers: headersFor(token), body: form }, onSent).catch(cannotReach),
  );
}

async function persist(
  signal: AbortSignal | null | undefined,
  attempt: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
  for (;;) {
    const token = getSession()?.auth_token;
    const resumedBefore = countResumed();
    const provedBefore = countProofs();
    const response = await attempt(token);
    if (response.ok) return response;
    const isOurs = token !== undefined && token === getSession()?.auth_token;
    if (response.status === 423 && isOurs) {
      if (countResumed() === resumedBefore) showLocked();
      await untilUnlocked(signal);
      continue;
    }
    if (response.status === 401 && isOurs) endSession();
    const error = await errorFrom(response);
    if (error.type === TWO_STEP_NEEDED && isOurs) showTwoStepNeeded();
    const isProofWanted = error.type === FRESH_SIGN_IN_NEEDED && isOurs;
    if (isProofWanted && (countProofs() > provedBefore || (await askForProof()))) continue;
    throw error;
  }
}

function send(address: string, init: RequestInit, token: string | undefined): Promise<Response> {
  return fetch(address, { ...init, headers: headersFor(token, init.headers) }).then(
    (response) => {
      recordFetched(response.status);
      return response;
    },
    (cause: unknown) => {
      if (init.signal?.aborted) throw cause;
      recordFetched(0);
      return cannotReach();
    },
  );
}

function headersFor(token: string | undefined, given?: HeadersInit): Headers {
  const headers = new Headers(given);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  if (token) {
    headers.set('authorization', `Bearer ${token}`);
    headers.set(account.IDLE_HEADER, String(idleSeconds()));
  }
  return headers;
}

function cannotReach(): never {
  throw new ApiError(0, '', i18next.t('notice.cannot_reach'));
}
