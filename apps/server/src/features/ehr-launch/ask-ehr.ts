import * as oidc from 'openid-client';
import { z } from 'zod';

/** A record system from which staff open surveys. */
export interface EhrConnection {
  /** 1 to 9, as in the names of its settings. */
  number: number;
  /** The address of its FHIR server, without a slash at the end. */
  issuer: string;
  clientId: string;
  /** null: it knows us as a public client. */
  clientSecret: string | null;
  applicationId: number;
  /** `Identifier.system` of the numbers by which we know its patients. */
  patientSystem: string;
  /** Who gives these numbers, as the feed names it in PID-3.4; null: found by the system. */
  patientAuthority: string | null;
}

/** Milliseconds. */
const WAIT_AT_MOST = 10_000;

/** What a FHIR server says of its authorization (SMART App Launch 2.2, "Using Well-Known"). */
const smartConfiguration = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  capabilities: z.array(z.string()).default([]),
});

/** What we read of a FHIR Patient. */
const ehrPatient = z.object({
  resourceType: z.literal('Patient'),
  identifier: z.array(z.object({ system: z.string().optional(), value: z.string().optional() })).default([]),
  /** May be a year or a month only. */
  birthDate: z.string().nullish(),
});
export type EhrPatient = z.output<typeof ehrPatient>;

/** A record system with what it says of its authorization. */
export interface Ehr {
  settings: EhrConnection;
  client: oidc.Configuration;
  /** What is asked for: the context of the launch, and to read the patient in it. */
  scope: string;
}

/** Asks a record system how it authorizes. Throws where it cannot be reached, or names an address without TLS. */
export async function meetEhr(settings: EhrConnection): Promise<Ehr> {
  const { issuer, clientId, clientSecret } = settings;
  if (!issuer.startsWith('https:') && !isOnThisMachine(issuer)) throw withoutTls();
  const said = smartConfiguration.parse(await getJson(`${issuer}/.well-known/smart-configuration`));
  const client = new oidc.Configuration(
    { issuer, authorization_endpoint: said.authorization_endpoint, token_endpoint: said.token_endpoint },
    clientId,
    undefined,
    clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
  );
  if (isOnThisMachine(issuer)) oidc.allowInsecureRequests(client);
  else if (!said.authorization_endpoint.startsWith('https:')) throw withoutTls();
  const rights = said.capabilities.includes('permission-v2') ? 'rs' : 'read';
  return { settings, client, scope: `launch patient/Patient.${rights}` };
}

/** Reads the patient whose record was open, by the address to which the browser came back. */
export async function readPatientInContext(
  { settings, client }: Ehr,
  address: URL,
  { state, code_verifier }: { state: string; code_verifier: string },
): Promise<EhrPatient | null> {
  const tokens = await oidc.authorizationCodeGrant(client, address, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
  });
  const patientId = tokens['patient'];
  if (typeof patientId !== 'string' || patientId === '') return null;
  const resource = await getJson(`${settings.issuer}/Patient/${encodeURIComponent(patientId)}`, {
    authorization: `Bearer ${tokens.access_token}`,
  });
  return ehrPatient.parse(resource);
}

const withoutTls = (): Error =>
  Object.assign(new Error('the record system speaks without TLS'), { code: 'WITHOUT_TLS' });

async function getJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const reply = await fetch(address, {
    headers: { accept: 'application/fhir+json, application/json', ...headers },
    // An address elsewhere is not one that the operator has entered.
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_AT_MOST),
  });
  if (!reply.ok) throw Object.assign(new Error('the record system refused'), { code: `HTTP_${reply.status}` });
  return reply.json();
}

/** A connection without TLS is allowed only to a record system on this machine. */
function isOnThisMachine(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname);
}
