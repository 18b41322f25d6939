import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A FHIR Patient of the record system. */
interface Record {
  identifier: { system: string; value: string }[];
  birthDate?: string;
}

/** What is open when an application is launched. */
interface Context {
  patient: string | null;
  encounter: string | null;
}

/** A FHIR Encounter of the record system. */
interface Stay {
  identifier: { system: string; value: string }[];
  subject: { reference: string };
}

interface Grant extends Context {
  challenge: string;
  redirectUri: string;
}

const CLIENT_ID = 'wardvoice';
const CLIENT_SECRET = 'a secret of the two of us';

/**
 * A record system on this machine that launches applications (SMART App Launch 2.2). It checks what the specification obliges an
 * authorization server to check: client, redirect address, audience, PKCE, and that a code is used once.
 */
export async function startEhr({ isPublic = false, speaksV2 = true } = {}) {
  const http = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const issuer = `${origin}/fhir`;
  const records = new Map<string, Record>();
  const stays = new Map<string, Stay>();
  const launches = new Map<string, Context>();
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Context>();
  const scopes: string[] = [];
  let isAway = false;

  const json = (response: ServerResponse, status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    if (isAway) return response.writeHead(503).end();
    if (pathname === '/fhir/.well-known/smart-configuration')
      return json(response, 200, {
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        code_challenge_methods_supported: ['S256'],
        capabilities: ['launch-ehr', 'context-ehr-patient', speaksV2 ? 'permission-v2' : 'permission-v1'],
      });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token' && request.method === 'POST') return giveToken(request, response);
    const [, resourceType, id = ''] = /^\/fhir\/(Patient|Encounter)\/([^/]+)$/.exec(pathname) ?? [];
    if (resourceType === undefined) return response.writeHead(404).end();
    const allowed = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    const isPatient = resourceType === 'Patient';
    if (id !== (isPatient ? allowed?.patient : allowed?.encounter)) return response.writeHead(403).end();
    return json(response, 200, { resourceType, id, ...(isPatient ? records : stays).get(id) });
  }

  function authorize(asked: URLSearchParams, response: ServerResponse) {
    const redirectUri = asked.get('redirect_uri') ?? '';
    const launch = asked.get('launch') ?? '';
    const isRight =
      asked.get('response_type') === 'code' &&
      asked.get('client_id') === CLIENT_ID &&
      asked.get('aud') === issuer &&
      asked.get('code_challenge_method') === 'S256' &&
      launches.has(launch);
    if (!isRight) return response.writeHead(400).end(`refused: ${asked.toString()}`);
    scopes.push(asked.get('scope') ?? '');
    const code = randomUUID();
    grants.set(code, {
      ...(launches.get(launch) ?? { patient: null, encounter: null }),
      challenge: asked.get('code_challenge') ?? '',
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    return response.writeHead(302, { location: back.href }).end();
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse) {
    const given = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const code = given.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const verified = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const [id, secret] = Buffer.from(basic, 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const isClient = isPublic ? given.get('client_id') === CLIENT_ID : id === CLIENT_ID && secret === CLIENT_SECRET;
    if (!isClient) return json(response, 401, { error: 'invalid_client' });
    if (!grant || grant.challenge !== verified || grant.redirectUri !== given.get('redirect_uri'))
      return json(response, 400, { error: 'invalid_grant' });
    const access_token = randomUUID();
    const { patient, encounter } = grant;
    tokens.set(access_token, { patient, encounter });
    return json(response, 200, {
      access_token,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'launch patient/Patient.rs',
      need_patient_banner: true,
      ...(patient === null ? {} : { patient }),
      ...(encounter === null ? {} : { encounter }),
    });
  }

  return {
    issuer,
    settings: (of: {
      applicationId: number;
      patientSystem: string;
      patientAuthority?: string | null;
      visitSystem?: string | null;
      number?: number;
    }) => ({
      number: 1,
      patientAuthority: null,
      visitSystem: null,
      ...of,
      issuer,
      clientId: CLIENT_ID,
      clientSecret: isPublic ? null : CLIENT_SECRET,
    }),
    /** What was asked for, in the order of the requests. */
    scopes,
    addRecord: (id: string, record: Record) => records.set(id, record),
    addStay: (id: string, patient: string, identifier: Stay['identifier']) =>
      stays.set(id, { identifier, subject: { reference: `Patient/${patient}` } }),
    /** Opens an application within a record and a stay, or within none. Returns the handle of the launch. */
    launch(patient: string | null, encounter: string | null = null): string {
      const handle = randomUUID();
      launches.set(handle, { patient, encounter });
      return handle;
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    async stop() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
