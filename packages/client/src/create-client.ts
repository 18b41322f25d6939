import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.gen.ts';
import { fetchAgain, type Patience } from './fetch-again.ts';

export type WardvoiceClient = Client<paths, 'application/json'>;

export interface WardvoiceClientOptions extends Patience {
  /** Where Wardvoice is, without `/api/v1`, as in `https://wardvoice.hospital.example`. */
  readonly address: string;
  /** An API key (`wvk_…`), or the `auth_token` of somebody who signed in. */
  readonly token: string;
}

/**
 * Returns a client of one installation. It has `GET`, `POST`, `PUT` and `DELETE`, which take a path of the description
 * and answer `{ data, error, response }`: `data` for 2xx, else `error`, a `Problem`.
 *
 * Every POST carries an `Idempotency-Key`: a request that is sent again, after an answer of 429 or 503 or none at all,
 * is made once. Pass a header `Idempotency-Key` to choose it. A call throws when there was no answer at last.
 */
export function createWardvoiceClient({ address, token, ...patience }: WardvoiceClientOptions): WardvoiceClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: address.replace(/\/+$/, ''),
    headers: { accept: 'application/json, application/problem+json' },
    fetch: (request) => fetchAgain(request, patience),
  });
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token}`);
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  });
  return client;
}
