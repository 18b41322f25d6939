import * as oidc from 'openid-client';
import { z } from 'zod';
import { whyItFailed } from '../../platform/gateways/failure-code.ts';
import { isThisMachine } from '../../platform/is-this-machine.ts';

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
  /** `Identifier.system` of the numbers of stays there, as the feed has them in PV1-19; null: stays are not asked for. */
  visitSystem: string | null;
}

/** Milliseconds. */
const WAIT_AT_MOST = 10_000;

/** What a FHIR server says of its authorization (SMART App Launch 2.2, "Using Well-Known"). */
const smartConfiguration = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  capabilities: z.array(z.string()).default([]),
});

const identifier = z.array(z.object({ system: z.string().optional(), value: z.string().optional() })).default([]);

/** What we read of a FHIR Patient. */
const ehrPatient = z.object({
  resourceType: z.literal('Patient'),
  identifier,
  /** May be a year or a month only. */
  birthDate: z.string().nullish(),
});
export type EhrPatient = z.output<typeof ehrPatient>;

/** What we read of a FHIR Encounter. */
const ehrEncounter = z.object({
  resourceType: z.literal('Encounter'),
  identifier,
  subject: z.object({ reference: z.string().optional() }).nullish(),
});

/** What was open in the record system. */
export interface OpenRecord {
  patient: EhrPatient;
  /** Number of the stay, as the feed has it in PV1-19; null: none was open, or it has no such number. */
  visitNumber: string | null;
}

/** A record system with what it says of its authorization. */
export interface Ehr {
  settings: EhrConnection;
  client: oidc.Configuration;
  /** What is asked for: the context of the launch, and to read the patient in it, and the stay where its number is known here. */
  scope: string;
}

/** Asks a record system how it authorizes. Throws where it cannot be reached, or names an address without TLS. */
export async function meetEhr(settings: EhrConnection): Promise<Ehr> {
  const { issuer, clientId, clientSecret, visitSystem } = settings;
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
  const resources = visitSystem === null ? ['Patient'] : ['Patient', 'Encounter'];
  return { settings, client, scope: ['launch', ...resources.map((name) => `patient/${name}.${rights}`)].join(' ') };
}

/** Asks a record system how it authorizes. Returns why it does not say; null: it does. */
export const checkEhr = (settings: EhrConnection): Promise<string | null> => whyItFailed(meetEhr(settings));

/** Reads whose record was open, by the address to which the browser came back. */
export async function readOpenRecord(
  { settings, client }: Ehr,
  address: URL,
  { state, code_verifier }: { state: string; code_verifier: string },
): Promise<OpenRecord | null> {
  const tokens = await oidc.authorizationCodeGrant(client, address, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
  });
  const { patient: patientId, encounter: encounterId } = tokens;
  if (typeof patientId !== 'string' || patientId === '') return null;
  const read = (path: string) =>
    getJson(`${settings.issuer}/${path}`, { authorization: `Bearer ${tokens.access_token}` });
  const patient = ehrPatient.parse(await read(`Patient/${encodeURIComponent(patientId)}`));
  if (settings.visitSystem === null || typeof encounterId !== 'string' || encounterId === '')
    return { patient, visitNumber: null };
  const { identifier: numbers, subject } = ehrEncounter.parse(
    await read(`Encounter/${encodeURIComponent(encounterId)}`),
  );
  // A stay of somebody else says nothing about this patient.
  if (!subject?.reference?.endsWith(`Patient/${patientId}`))
    throw Object.assign(new Error('the stay is of another patient'), { code: 'OTHER_PATIENT' });
  return { patient, visitNumber: numbers.find((one) => one.system === settings.visitSystem)?.value ?? null };
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
  return protocol === 'http:' && isThisMachine(hostname);
}
