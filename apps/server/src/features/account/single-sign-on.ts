import { account } from '@wardvoice/contract';
import * as oidc from 'openid-client';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { findUser, findUserByEmail } from './account.queries.ts';
import { openSession, type SignedIn } from './open-session.ts';
import type { Visitor } from './session.queries.ts';
import { signInHappened } from './sign-in-happened.ts';
import { findAttempt, insertAttempt, recordReturn, takeReturn, type SignOnAttempt } from './single-sign-on.queries.ts';

export interface SingleSignOnSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** How long somebody may take at the identity provider. */
export const ATTEMPT_MINUTES = 10;
const MS_PER_MINUTE = 60_000;

/** What each failure tells the person; the log has the rest. */
const FAILURES: Record<string, string> = {
  unknown: 'Nobody here has your e-mail address. Ask an administrator for an account.',
  unverified: 'Your organisation’s sign-in has not confirmed your e-mail address. Ask its administrator.',
  refused: 'Signing in there did not succeed. Try again.',
};

export interface SingleSignOn {
  /** Where the browser goes, and what it must bring back in a cookie. */
  leave(): Promise<{ address: string; browserToken: string }>;
  /** Reads what the provider sent the browser back with. Never throws: the page fetches what came of it. */
  comeBack(browserToken: string, search: string, visitor: Visitor): Promise<void>;
  /** The session, once. */
  finish(browserToken: string, visitor: Visitor): Promise<SignedIn>;
}

/** OpenID Connect: authorization code with PKCE, state and nonce. People are known by their verified e-mail address. */
export function createSingleSignOn(house: Context, settings: SingleSignOnSettings): SingleSignOn {
  let discovered: Promise<oidc.Configuration> | null = null;
  const provider = () => {
    // A provider that was away at first is asked again next time.
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  };
  const callback = () => house.publicUrl + account.SINGLE_SIGN_ON_CALLBACK;
  const ask = async (address: URL, attempt: SignOnAttempt) => {
    try {
      return await readEmail(await provider(), address, attempt);
    } catch (error) {
      // The provider's own words may hold a code or a name.
      house.log.warn({ code: (error as { code?: string }).code }, 'single sign-on did not succeed');
      return { failure: 'refused' };
    }
  };

  return {
    async leave() {
      const [browserToken, state, nonce] = [newToken(), oidc.randomState(), oidc.randomNonce()];
      const code_verifier = oidc.randomPKCECodeVerifier();
      const address = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: callback(),
        scope: 'openid email',
        code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const now = house.clock();
      const expires_at = new Date(now.getTime() + ATTEMPT_MINUTES * MS_PER_MINUTE);
      await house.db.transaction(SYSTEM_SCOPE, (tx) =>
        insertAttempt(tx, { browser_hash: hashToken(browserToken), state, nonce, code_verifier, expires_at }, now),
      );
      return { address: address.href, browserToken };
    },

    async comeBack(browserToken, search, { address }) {
      const browserHash = hashToken(browserToken);
      const attempt = await house.db.transaction(SYSTEM_SCOPE, (tx) => findAttempt(tx, browserHash, house.clock()));
      if (!attempt) return;
      const email = await ask(new URL(callback() + search), attempt);
      await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
        const user = 'address' in email ? await findUserByEmail(tx, email.address) : undefined;
        if (user) return recordReturn(tx, browserHash, { user_id: user.id });
        const failure = 'failure' in email ? email.failure : 'unknown';
        await signInHappened(tx, house, { what: 'unknown_person', userId: null, address, method: 'single_sign_on' });
        return recordReturn(tx, browserHash, { failure });
      });
    },

    async finish(browserToken, visitor) {
      const outcome = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
        const taken = await takeReturn(tx, hashToken(browserToken), house.clock());
        const user = taken?.user_id ? await findUser(tx, taken.user_id) : undefined;
        if (user) return openSession(tx, house, user, visitor, 'single_sign_on');
        return FAILURES[taken?.failure ?? 'refused'] ?? '';
      });
      if (typeof outcome === 'string') throw new Unauthorized(outcome);
      return outcome;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: SingleSignOnSettings): Promise<oidc.Configuration> {
  const { protocol, hostname } = new URL(issuer);
  // Without TLS only to a provider on this machine.
  const isLocal = protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return oidc.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    isLocal ? { execute: [oidc.allowInsecureRequests] } : undefined,
  );
}

async function readEmail(
  configuration: oidc.Configuration,
  address: URL,
  { state, nonce, code_verifier }: SignOnAttempt,
): Promise<{ address: string } | { failure: string }> {
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) return { failure: 'refused' };
  // Many providers tell the address only when asked with the access token.
  const person =
    claims['email'] === undefined
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : { email: claims['email'], email_verified: claims['email_verified'] };
  if (typeof person.email !== 'string' || person.email_verified !== true) return { failure: 'unverified' };
  return { address: person.email };
}
