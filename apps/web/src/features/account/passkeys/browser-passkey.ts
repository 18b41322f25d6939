import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import i18next from 'i18next';
import type { passkeys } from '@wardvoice/contract';
import { ApiError } from '../../../api/api-error.ts';

/** Whether this browser has passkeys at all; it has none on a page without https. */
export const hasPasskeySupport = (): boolean => browserSupportsWebAuthn();

/** Has the browser ask the person for a passkey, and sign with it. */
export const signWithPasskey = (optionsJSON: passkeys.RequestOptions): Promise<passkeys.Assertion> =>
  startAuthentication({ optionsJSON }).catch(explain);

/** Has the browser ask the person where to keep a new passkey, and make it. */
export const makePasskey = (optionsJSON: passkeys.CreationOptions) => startRegistration({ optionsJSON }).catch(explain);

/** What browsers call a failure, whose own words are for developers. */
const KNOWN = {
  NotAllowedError: 'not_confirmed',
  AbortError: 'not_confirmed',
  InvalidStateError: 'known_here',
  SecurityError: 'other_address',
  ConstraintError: 'no_check',
  NotSupportedError: 'no_check',
} as const;

const isKnown = (name: string): name is keyof typeof KNOWN => name in KNOWN;

function explain(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : '';
  const key = isKnown(name) ? KNOWN[name] : 'failed';
  throw new ApiError(0, '', i18next.t(`account:passkeys.problem.${key}`));
}
