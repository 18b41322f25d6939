import { z } from 'zod';
import { freshUntil, signedIn, session } from './account.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/* Passkeys: WebAuthn Level 3 (https://www.w3.org/TR/webauthn-3), whose JSON forms are used as they are. */

export const MAX_PASSKEYS = 10;
export const MAX_NAME_CHARACTERS = 60;
/** How long an authenticator may be waited for. */
export const PASSKEY_MINUTES = 5;

const base64url = (maxCharacters: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxCharacters);
/** An identifier has 1,023 bytes at most. */
const credentialId = base64url(1_364);
const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** What a browser is asked to sign: `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: any passkey that the browser knows for this server. */
  allowCredentials: z.array(descriptor),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** What a browser is asked to make: `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** The parts of `AuthenticationResponseJSON` that are read. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** The parts of `RegistrationResponseJSON` that are read. */
export const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type Attestation = z.output<typeof attestation>;

const options = one(requestOptions);
const secondStep = z.object({ two_step_token: z.string().min(1).max(200) });

export const beginLogin = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  access: 'public',
  summary: 'Begin to sign in with a passkey; the answer is the same for everybody, and counts in this browser only',
  reply: options,
});

export const login = endpoint({
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey, which is both steps at once',
  body: z.object({ credential: assertion }),
  reply: signedIn,
});

export const beginSecondStep = endpoint({
  method: 'POST',
  path: '/login/two-step/passkey/options',
  access: 'public',
  summary: 'Begin the second step with a passkey instead of a code',
  body: secondStep,
  reply: options,
});

export const finishSecondStep = endpoint({
  method: 'POST',
  path: '/login/two-step/passkey',
  access: 'public',
  summary: 'The second step with a passkey instead of a code',
  body: secondStep.extend({ credential: assertion }),
  reply: signedIn,
});

export const beginOwn = endpoint({
  method: 'POST',
  path: '/session/passkey/options',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'begin', record: 'passkeys' },
  summary: 'Begin to unlock this session, or to prove again who I am, with a passkey',
  body: z.object({ purpose: z.enum(['unlock', 'prove']) }),
  reply: options,
});

export const unlock = endpoint({
  method: 'POST',
  path: '/session/unlock/passkey',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'unlock', record: 'session' },
  summary: 'Unlock this session with a passkey',
  body: z.object({ credential: assertion }),
  reply: session,
});

export const prove = endpoint({
  method: 'POST',
  path: '/session/prove/passkey',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'prove', record: 'sessions' },
  summary: 'Prove again who I am with a passkey, for calls that want a fresh sign-in',
  body: z.object({ credential: assertion }),
  reply: freshUntil,
});

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether the person's other devices may have it as well; false: it never leaves its device. */
  synced: z.boolean(),
  /** False where it was made for another address of this server: browsers do not offer it here. */
  usable: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const name = z.string().trim().min(1, 'Enter a name.').max(MAX_NAME_CHARACTERS);

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/account/passkeys',
  access: 'person',
  summary: 'My passkeys',
  reply: z.object({ data: z.array(passkey) }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys/options',
  idempotencyKey: false,
  access: 'person',
  freshSignIn: true,
  audit: { action: 'begin', record: 'passkeys' },
  summary: 'Begin to add a passkey; 409 where this server cannot have any, or after single sign-on',
  reply: one(creationOptions),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys',
  idempotencyKey: false,
  access: 'person',
  freshSignIn: true,
  status: 201,
  summary: 'Add a passkey; recovery codes are shown where I had none, and only now',
  body: z.object({ name, credential: attestation }),
  reply: one(passkey.extend({ recovery_codes: z.array(z.string()) })),
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/account/passkeys/:id',
  access: 'person',
  summary: 'Name one of my passkeys',
  params: idParams,
  body: z.object({ name }),
  reply: one(passkey),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/account/passkeys/:id',
  access: 'person',
  freshSignIn: true,
  summary: 'Remove one of my passkeys; 409 for the last second step where one is required',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});
