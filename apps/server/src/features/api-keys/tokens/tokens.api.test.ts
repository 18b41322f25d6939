import { apiKeys } from '@wardvoice/contract';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../platform/scope.ts';
import { feed } from '../../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../../testing/test-server.ts';

const NOON = new Date('2026-06-17T12:00:00Z');
const TOKEN_URL = 'http://wardvoice.test/oauth/token';
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let ec: Pair;
let rsa: Pair;

interface Pair {
  privateKey: CryptoKey;
  jwk: apiKeys.PublicKeys['keys'][number];
}

async function makePair(alg: 'ES384' | 'RS384', kid: string): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } as Pair['jwk'] };
}

beforeAll(async () => {
  server = await startTestServer();
  [ec, rsa] = [await makePair('ES384', 'one'), await makePair('RS384', 'two')];
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

const permissions = ['messages.list', 'feedback.list'];
const makeKey = async (settings: object = {}) => {
  const { status, body } = await server.as(admin)('POST', '/api_keys', {
    api_key: { name: 'Warehouse', permissions, public_keys: { keys: [ec.jwk, rsa.jwk] }, ...settings },
  });
  expect(status).toBe(201);
  return body.data.id as number;
};

let made = 0;
async function sign(
  id: number,
  { by = ec, alg = 'ES384', kid = by.jwk.kid, ...claims }: JWTPayload & { by?: Pair; alg?: string; kid?: string } = {},
) {
  const client = apiKeys.clientIdOf(id);
  made += 1;
  return new SignJWT({
    iss: client,
    sub: client,
    aud: TOKEN_URL,
    jti: `jti-${made}`,
    exp: seconds(NOON) + 240,
    ...claims,
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(by.privateKey);
}

const ask = (assertion: string, fields: Record<string, string> = {}, path = '/oauth/token') =>
  server.call({
    method: 'POST',
    url: path,
    remoteAddress: `10.0.0.${made % 250}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope: 'system/*.rs',
      ...fields,
    }).toString(),
  });
const get = (token: string, path: string) =>
  server.call({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } });

describe('a program that signs', () => {
  it('gets a token for five minutes, which reads as far as its API key and the scopes go', async () => {
    const id = await makeKey();
    await feed(server, hospital, { event: 'A01', ward: 'ASH' });
    const { status, body, headers } = await ask(await sign(id), { scope: 'system/Patient.rs system/Task.rs' });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    // The key may not read cases, so that scope is not given.
    expect(body).toEqual({
      access_token: expect.stringMatching(/^wvt_/),
      token_type: 'bearer',
      expires_in: 300,
      scope: 'system/Patient.rs',
    });
    const token = body.access_token;
    expect((await get(token, '/fhir/r4/Patient')).body.entry).toHaveLength(1);
    expect((await get(token, '/fhir/r4/Task')).status).toBe(403);
    // The key itself may read answers, and this token was not asked to.
    expect((await get(token, '/api/v1/feedback')).status).toBe(403);
    server.setTime(new Date(NOON.getTime() + 299_000));
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(200);
    server.setTime(new Date(NOON.getTime() + 300_000));
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(401);
  });

  it('signs by RSA as well, calls the address below the API, and asks for all that its key may do', async () => {
    const id = await makeKey();
    const aud = 'http://wardvoice.test/api/v1/oauth/token';
    const { body } = await ask(await sign(id, { by: rsa, alg: 'RS384', aud }), { scope: 'api' }, '/api/v1/oauth/token');
    expect(body.scope).toBe('api');
    expect((await get(body.access_token, '/api/v1/feedback')).status).toBe(200);
    expect((await get(body.access_token, '/api/v1/cases')).status).toBe(403);
  });

  it('has no token any more once the key is revoked, loses its public keys or a permission', async () => {
    const id = await makeKey();
    const { access_token: token } = (await ask(await sign(id))).body;
    const change = (api_key: object) => server.as(admin)('PUT', `/api_keys/${id}`, { api_key });
    await change({ permissions: ['messages.list'] });
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(200);
    expect((await get(token, '/fhir/r4/QuestionnaireResponse')).status).toBe(403);
    await change({ public_keys: null });
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(401);
    await change({ public_keys: { keys: [ec.jwk] } });
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(200);
    await server.as(admin)('DELETE', `/api_keys/${id}`);
    expect((await get(token, '/fhir/r4/Patient')).status).toBe(401);
    expect((await ask(await sign(id))).body.error).toBe('invalid_client');
  });

  it('uses an assertion once, also when it is sent many times at once', async () => {
    const id = await makeKey();
    const assertion = await sign(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('used before'),
    });
  });

  it('is told what is wrong with its assertion', async () => {
    const id = await makeKey();
    const stranger = await makePair('ES384', 'one');
    const other = apiKeys.clientIdOf(id + 1000);
    const wrong: [string, Promise<string>][] = [
      ['has expired', sign(id, { exp: seconds(NOON) - 60 })],
      ['valid for too long', sign(id, { exp: seconds(NOON) + 3600 })],
      ['claim aud', sign(id, { aud: 'https://elsewhere.example/token' })],
      ['claim jti', sign(id, { jti: undefined })],
      ['claim exp', sign(id, { exp: undefined })],
      ['kid', sign(id, { kid: 'three' })],
      ['signature is wrong', sign(id, { by: stranger })],
      ['No API key', sign(id, { iss: other, sub: other })],
      ['No API key', sign(id, { sub: 'somebody else' })],
      ['No API key', Promise.resolve('not a token')],
    ];
    for (const [reason, assertion] of wrong) {
      const { status, body } = await ask(await assertion);
      expect([reason, status, body]).toEqual([
        reason,
        401,
        { error: 'invalid_client', error_description: expect.stringContaining(reason) },
      ]);
    }
  });

  it('may be given no more than to create answers, or than to read them', async () => {
    const id = await makeKey({ permissions: ['feedback.create', 'feedback.list'] });
    const statuses = async (scope: string) => {
      const { access_token: token } = (await ask(await sign(id), { scope })).body;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' };
      const url = '/fhir/r4/QuestionnaireResponse';
      const created = await server.call({ method: 'POST', url, headers, payload: '{}' });
      return [(await get(token, url)).status, created.status];
    };
    expect(await statuses('system/QuestionnaireResponse.c')).toEqual([403, 422]);
    expect(await statuses('system/QuestionnaireResponse.rs')).toEqual([200, 403]);
    expect(await statuses('system/QuestionnaireResponse.crs')).toEqual([200, 422]);
    expect(await statuses('system/*.c')).toEqual([403, 422]);
    expect((await ask(await sign(id), { scope: 'system/Patient.c' })).body.error).toBe('invalid_scope');
  });

  it('is told in the words of OAuth what is wrong with its request', async () => {
    const id = await makeKey();
    const asked = async (fields: Record<string, string>) => (await ask(await sign(id), fields)).body.error;
    expect(await asked({ grant_type: 'password' })).toBe('unsupported_grant_type');
    expect(await asked({ client_assertion_type: 'other' })).toBe('invalid_request');
    expect(await asked({ scope: '' })).toBe('invalid_scope');
    expect(await asked({ scope: 'system/Patient.cruds system/Nothing.rs openid' })).toBe('invalid_scope');
    const json = await server.call({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'x' } });
    expect(json).toMatchObject({ status: 415, body: { error: 'invalid_request' } });
  });

  it('has to wait when one address sends wrong assertions again and again', async () => {
    const id = await makeKey();
    const stranger = await makePair('ES384', 'one');
    const answers: number[] = [];
    for (let attempt = 0; attempt < 23; attempt += 1) {
      const assertion = await sign(id, { by: stranger });
      const { status } = await server.call({
        method: 'POST',
        url: '/oauth/token',
        remoteAddress: '10.9.9.9',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        }).toString(),
      });
      answers.push(status);
    }
    expect(answers[0]).toBe(401);
    expect(answers.at(-1)).toBe(429);
  });

  it('leaves nothing of its token in the database but a hash', async () => {
    const id = await makeKey();
    const { access_token: token } = (await ask(await sign(id))).body;
    const { rows } = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql<{ row: string }>`select to_json(t)::text as row from api_key_tokens t where api_key_id = ${id}`.execute(tx),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token.slice(4, 20));
  });
});

describe('public keys of an API key', () => {
  const errorsOf = async (public_keys: unknown) =>
    (await server.as(admin)('POST', '/api_keys', { api_key: { name: 'X', permissions, public_keys } })).body.errors;

  it('are refused when they are private, weak, unreadable or not told apart', async () => {
    const { privateKey } = await generateKeyPair('ES384', { extractable: true });
    const weak = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey);
    for (const [keys, reason] of [
      [[{ ...(await exportJWK(privateKey)), kid: 'a' }], 'private key'],
      [[{ ...weak, kid: 'a' }], 'RS384'],
      [[{ kty: 'EC', kid: 'a', crv: 'P-384', x: 'x', y: 'y' }], 'cannot be read'],
      [[ec.jwk, ec.jwk], 'kid of its own'],
    ] as const)
      expect(await errorsOf({ keys })).toEqual({ public_keys: [expect.stringContaining(reason)] });
    expect(Object.keys(await errorsOf({ keys: [] }))).toEqual(['public_keys.keys']);
    expect(Object.keys(await errorsOf('text'))).toEqual(['public_keys']);
  });

  it('are stored without what does not belong to them, and shown', async () => {
    const id = await makeKey({ public_keys: { keys: [{ ...ec.jwk, note: 'of the warehouse' }] } });
    const { data } = (await server.as(admin)('GET', `/api_keys/${id}`)).body;
    expect(data.public_keys).toEqual({ keys: [ec.jwk] });
  });
});

it('the address of the tokens and the scopes are where SMART looks for them', async () => {
  const { status, body, headers } = await server.call({
    method: 'GET',
    url: '/fhir/r4/.well-known/smart-configuration',
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(body).toMatchObject({
    token_endpoint: TOKEN_URL,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  });
  expect(body.scopes_supported).toContain('system/QuestionnaireResponse.rs');
});
