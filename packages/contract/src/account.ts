import { z } from 'zod';
import { emailAddress } from './addresses.ts';
import { applicationSummary } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { STAFF_LANGUAGES } from './languages.ts';
import { idParams, instant, one } from './paging.ts';
import { newPassword } from './passwords.ts';

export const currentUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** 1 means superuser. */
  super_user: z.number(),
  /** Wards the user may see in the current application; empty means all. */
  locations: z.array(z.string()),
  /** The language of the screens that the person has chosen; null: the one of the browser. */
  language: z.enum(STAFF_LANGUAGES).nullable(),
});
export type CurrentUser = z.output<typeof currentUser>;

/**
 * How somebody signed in. A session of the single sign-on is proved and unlocked there; the others are with a password or a
 * passkey.
 */
export const SIGN_IN_METHODS = ['password', 'passkey', 'single_sign_on'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A session whose person has done nothing for this long is locked: calls are answered with 423 until it is unlocked. */
export const IDLE_LOCK_MINUTES = 15;
/**
 * Header of every call that the browser makes: seconds since the person last did something. A call without the header counts as
 * activity, so scripts stay active by calling.
 */
export const IDLE_HEADER = 'wardvoice-idle-seconds';
/** Calls with `freshSignIn` want that the person has proved who they are within this time, by signing in or since. */
export const FRESH_SIGN_IN_MINUTES = 30;

export const session = z.object({
  data: currentUser,
  permissions: z.array(z.string()),
  application_user: z.object({
    landing_page: z.string().nullable(),
    locations: z.array(z.string()),
    application: applicationSummary.nullable(),
  }),
  /** All applications the user may choose. */
  applications: z.array(applicationSummary),
  method: z.enum(SIGN_IN_METHODS),
  locked: z.boolean(),
  /** True while the person has to switch two-step sign-in on: calls that are not about that are answered with 403. */
  needs_two_step: z.boolean(),
  /** Whether the person can unlock the session, and prove who they are, with a passkey. */
  has_passkey: z.boolean(),
});
export type SessionReply = z.output<typeof session>;

export const signedIn = session.extend({ auth_token: z.string() });
const told = z.object({ message: z.string() });
const code = z.string().trim().min(1, 'Enter the code.').max(40);
const currentPassword = z.string().min(1, 'Enter your password.').max(1024);

export const login = endpoint({
  method: 'POST',
  path: '/login',
  alsoAt: ['/api/login'],
  access: 'public',
  summary: 'Sign in with e-mail and password; 403 with two_step_token where a code is wanted as well',
  body: z.object({
    username: z.string().trim().min(1, 'Enter your e-mail address.').max(320),
    password: currentPassword,
  }),
  reply: signedIn,
});

/** Body of the 403 that asks for the second step of signing in. */
export const twoStepRequired = z.object({
  message: z.string(),
  two_step_required: z.literal(true),
  two_step_token: z.string(),
  /** Whether a passkey is accepted as well as a code. */
  passkey: z.boolean(),
});

export const loginTwoStep = endpoint({
  method: 'POST',
  path: '/login/two-step',
  alsoAt: ['/api/login/two-step'],
  access: 'public',
  summary: 'The second step: a code of the authenticator app, or a recovery code',
  body: z.object({ two_step_token: z.string().min(1).max(200), code }),
  reply: signedIn,
});

export const providerChoice = z.object({
  /** 1 to 9, as in the names of its settings. */
  number: z.number(),
  /** Null where there is one provider, and nobody has named it. */
  name: z.string().nullable(),
});
export type ProviderChoice = z.output<typeof providerChoice>;

export const signInOptions = endpoint({
  method: 'GET',
  path: '/login/options',
  access: 'public',
  summary: 'Which ways in there are, beside e-mail and password',
  reply: z.object({
    data: z.object({
      single_sign_on: z.boolean(),
      /** The identity providers to choose among. */
      providers: z.array(providerChoice),
      /** Whether nothing else is accepted but, in an emergency, the password of a superuser. */
      single_sign_on_only: z.boolean(),
      /** Whether anybody may register; else an administrator has to invite them. */
      registration: z.boolean(),
      /** Whether a passkey is accepted; wherever only single sign-on is, those of superusers in an emergency. */
      passkeys: z.boolean(),
    }),
  }),
});

export const finishSingleSignOn = endpoint({
  method: 'POST',
  path: '/login/single-sign-on',
  alsoAt: ['/api/login/single-sign-on'],
  access: 'public',
  summary: 'Fetch the session after coming back from the identity provider; works once, in the same browser',
  reply: signedIn,
});

/** Address where the browser begins to sign in at the first identity provider. */
export const SINGLE_SIGN_ON_START = '/api/v1/single-sign-on/start';
/** The same, for somebody who has a session and proves who they are: the provider asks them again. */
export const SINGLE_SIGN_ON_PROVE = `${SINGLE_SIGN_ON_START}?prove=1`;
/** Address to which the first provider sends the browser back. */
export const SINGLE_SIGN_ON_CALLBACK = '/api/v1/single-sign-on/callback';

/**
 * Address where the browser begins to sign in at a provider; null: the first. `prove`: for somebody who has a session and
 * proves who they are, whom the provider asks again.
 */
export function singleSignOnStart(provider: number | null, { prove = false }: { prove?: boolean } = {}): string {
  const query = [...(provider === null ? [] : [`provider=${provider}`]), ...(prove ? ['prove=1'] : [])].join('&');
  return query ? `${SINGLE_SIGN_ON_START}?${query}` : SINGLE_SIGN_ON_START;
}
/**
 * Address to which a provider sends the browser back. Each has its own, so that an answer of one is not taken for an
 * answer of another (RFC 9700 §4.4.2).
 */
export const singleSignOnCallback = (provider: number): string =>
  provider === 1 ? SINGLE_SIGN_ON_CALLBACK : `${SINGLE_SIGN_ON_CALLBACK}/${provider}`;

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  idempotencyKey: false,
  alsoAt: ['/api/logout'],
  access: 'person',
  audit: { action: 'sign_out', record: 'sessions' },
  summary: 'End this session',
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const register = endpoint({
  method: 'POST',
  path: '/register',
  alsoAt: ['/api/register'],
  access: 'public',
  summary: 'Ask for an e-mail with a link that makes an account; 403 where registration is off',
  wrapper: 'user',
  body: z.object({
    user: z.object({
      name: z.string().trim().min(1, 'Enter your name.').max(200),
      email: emailAddress,
      /** Is checked and not kept: the password is chosen with the link, by whoever gets the e-mail. */
      password: newPassword.optional(),
    }),
  }),
  status: 201,
  reply: told.extend({ data: z.object({ name: z.string(), email: z.string() }) }),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  alsoAt: ['/api/forgot-password'],
  access: 'public',
  summary: 'Ask for an e-mail with a link to choose a new password',
  body: z.object({ email: emailAddress }),
  reply: told,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  alsoAt: ['/api/reset-password'],
  access: 'public',
  summary: 'Choose a new password with the link from the e-mail; ends all sessions',
  wrapper: 'user',
  body: z.object({
    user: z.object({ reset_token: z.string().min(1).max(200), email: emailAddress, password: newPassword }),
  }),
  reply: told,
});

export const getSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'person',
  summary: 'Who is signed in, with which permissions, in which application',
  reply: session,
});

export const chooseApplication = endpoint({
  method: 'PUT',
  path: '/session/application',
  access: 'person',
  audit: { action: 'choose_application', record: 'sessions' },
  summary: 'Choose the current application, or none',
  body: z.object({ application_id: z.number().int().positive().nullable() }),
  reply: session,
});

export const chooseLanguage = endpoint({
  method: 'PUT',
  path: '/account/language',
  access: 'person',
  summary: 'Choose the language of my screens; null: the one of the browser',
  body: z.object({ language: z.enum(STAFF_LANGUAGES).nullable() }),
  reply: session,
});

export const lockSession = endpoint({
  method: 'POST',
  path: '/session/lock',
  idempotencyKey: false,
  access: 'person',
  summary: 'Lock this session now: 423 to everything until it is unlocked',
  reply: session,
});

export const unlockSession = endpoint({
  method: 'POST',
  path: '/session/unlock',
  idempotencyKey: false,
  access: 'person',
  summary: 'Unlock this session with the password',
  body: z.object({ password: currentPassword }),
  reply: session,
});

export const freshUntil = one(
  z.object({
    /** Until then, calls that want a fresh sign-in are answered. */
    fresh_until: instant,
  }),
);

export const unlockBySingleSignOn = endpoint({
  method: 'POST',
  path: '/session/unlock/single-sign-on',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'unlock', record: 'session' },
  summary: 'Unlock this session after signing in again at the identity provider; works once, in the same browser',
  reply: session,
});

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/session/prove',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'prove', record: 'sessions' },
  summary: 'Prove again who I am, for calls that want a fresh sign-in; with two-step sign-in a code as well',
  body: z.object({ password: currentPassword, code: code.optional() }),
  reply: freshUntil,
});

export const proveBySingleSignOn = endpoint({
  method: 'POST',
  path: '/session/prove/single-sign-on',
  idempotencyKey: false,
  access: 'person',
  audit: { action: 'prove', record: 'sessions' },
  summary: 'The same, after signing in again at the identity provider; works once, in the same browser',
  reply: freshUntil,
});

export const openSession = z.object({
  id: z.number(),
  user_agent: z.string().nullable(),
  /** Network address from which the session was opened. */
  address: z.string().nullable(),
  method: z.enum(SIGN_IN_METHODS),
  created_at: instant,
  last_seen_at: instant,
  /** True for the session that makes this call. */
  current: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  access: 'person',
  summary: 'Where I am signed in',
  reply: z.object({ data: z.array(openSession) }),
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  access: 'person',
  freshSignIn: true,
  summary: 'Sign out there',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  access: 'person',
  freshSignIn: true,
  summary: 'Sign out everywhere but here',
  reply: one(z.object({ ended: z.number() })),
});

/** Why browsers have no passkeys for the address of this server (PUBLIC_URL). */
export const PASSKEY_HINDRANCES = ['ip_address', 'not_https'] as const;
export type PasskeyHindrance = (typeof PASSKEY_HINDRANCES)[number];

export const ownAccount = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  two_step: z.object({
    enabled: z.boolean(),
    recovery_codes_left: z.number(),
    /** Whether an application of the person requires it, so that it cannot be switched off. */
    required: z.boolean(),
  }),
  passkeys: z.object({
    count: z.number(),
    /** Whether one more can be added in this session. */
    can_add: z.boolean(),
    /** Why this server cannot have any; null for whoever is no administrator. */
    hindrance: z.enum(PASSKEY_HINDRANCES).nullable(),
  }),
});
export type OwnAccount = z.output<typeof ownAccount>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/account',
  access: 'person',
  summary: 'My own account',
  reply: one(ownAccount),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/account/password',
  access: 'person',
  summary: 'Change my password; ends my other sessions',
  wrapper: 'user',
  body: z.object({ user: z.object({ old_password: currentPassword, password: newPassword }) }),
  reply: told,
});

export const beginTwoStep = endpoint({
  method: 'POST',
  path: '/account/two-step',
  idempotencyKey: false,
  access: 'person',
  summary: 'Begin two-step sign-in: a secret for the authenticator app, without effect until confirmed',
  body: z.object({ password: currentPassword }),
  reply: one(z.object({ secret: z.string(), otpauth_url: z.string() })),
});

export const confirmTwoStep = endpoint({
  method: 'POST',
  path: '/account/two-step/confirm',
  idempotencyKey: false,
  access: 'person',
  summary: 'Switch two-step sign-in on with a first code; the recovery codes are shown only now',
  body: z.object({ code }),
  reply: one(z.object({ recovery_codes: z.array(z.string()) })),
});

export const disableTwoStep = endpoint({
  method: 'POST',
  path: '/account/two-step/disable',
  idempotencyKey: false,
  access: 'person',
  freshSignIn: true,
  summary: 'Switch the authenticator app off; 409 where a second step is required and there is no passkey',
  body: z.object({ password: currentPassword }),
  reply: one(ownAccount),
});
