import { account } from '@wardvoice/contract';
import * as oidc from 'openid-client';
import type { Context } from '../../platform/context.ts';
import { codeOf, Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { claimReturn, findAttempt, insertAttempt, recordReturn, type SignOnAttempt } from '../credentials/index.ts';
import { findUser } from './account.queries.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { resolveIdentity, type ProviderPerson, type SignOnFailure } from './resolve-identity.ts';
import type { Visitor } from '../sessions/index.ts';
import { signInHappened } from './sign-in-happened.ts';

export interface SingleSignOnSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Minutes that somebody may spend at the identity provider. */
export const ATTEMPT_MINUTES = 10;
const MS_PER_MINUTE = 60_000;

/** The message that the person reads for each failure. The log has the details. */
const FAILURES: Readonly<Record<SignOnFailure, string>> = {
  unknown: 'Nobody here has your e-mail address. Ask an administrator for an account.',
  unverified: 'Your organisation’s sign-in has not confirmed your e-mail address. Ask its administrator.',
  refused: 'Signing in there did not succeed. Try again.',
  deactivated: 'Your account here is deactivated. Ask an administrator.',
  other_person:
    'Your e-mail address belongs to somebody else’s account here. Ask an administrator to remove its single sign-on.',
};

const isFailure = (text: string): text is SignOnFailure => text in FAILURES;

export interface SingleSignOn {
  /** Returns the address at the provider, and the token that the browser must bring back in a cookie. */
  leave(): Promise<{ address: string; browserToken: string }>;
  /**
   * Reads the provider's answer from the return address. Never throws: the page fetches the result, also when it is a
   * failure.
   */
  comeBack(browserToken: string, search: string, visitor: Visitor): Promise<void>;
  /** Returns the session, once. */
  finish(browserToken: string, visitor: Visitor): Promise<SignedIn>;
}

/** OpenID Connect with authorization code, PKCE, state and nonce. */
export function createSingleSignOn(ctx: Context, settings: SingleSignOnSettings): SingleSignOn {
  let discovered: Promise<oidc.Configuration> | null = null;
  const provider = () => {
    // A failed discovery is not kept, so the next sign-on asks the provider again.
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  };
  const callback = () => ctx.publicUrl + account.SINGLE_SIGN_ON_CALLBACK;
  const ask = async (address: URL, attempt: SignOnAttempt) => {
    try {
      return await readPerson(await provider(), address, attempt);
    } catch (error) {
      // The provider's own message is not logged, because it may contain a code or a name.
      ctx.log.warn({ code: codeOf(error) }, 'single sign-on did not succeed');
      return null;
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
      const now = ctx.clock();
      const expires_at = new Date(now.getTime() + ATTEMPT_MINUTES * MS_PER_MINUTE);
      await ctx.db.transaction(systemScope('person'), (tx) =>
        insertAttempt(tx, { browser_hash: hashToken(browserToken), state, nonce, code_verifier, expires_at }, now),
      );
      return { address: address.href, browserToken };
    },

    async comeBack(browserToken, search, { address }) {
      const browserHash = hashToken(browserToken);
      const attempt = await ctx.db.transaction(systemScope('person'), (tx) =>
        findAttempt(tx, browserHash, ctx.clock()),
      );
      if (!attempt) return;
      const person = await ask(new URL(callback() + search), attempt);
      await ctx.db.transaction(systemScope('person'), async (tx) => {
        if (person) return recordReturn(tx, browserHash, await resolveIdentity(tx, ctx, person, address));
        await signInHappened(tx, ctx, { what: 'unknown_person', userId: null, address, method: 'single_sign_on' });
        return recordReturn(tx, browserHash, { failure: 'refused' });
      });
    },

    async finish(browserToken, visitor) {
      const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
        const taken = await claimReturn(tx, hashToken(browserToken), ctx.clock());
        const user = taken?.user_id ? await findUser(tx, taken.user_id) : undefined;
        if (user) return openSession(tx, ctx, user, visitor, 'single_sign_on');
        const failure = taken?.failure ?? 'refused';
        return FAILURES[isFailure(failure) ? failure : 'refused'];
      });
      if (typeof outcome === 'string') throw new Unauthorized(outcome);
      return outcome;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: SingleSignOnSettings): Promise<oidc.Configuration> {
  const { protocol, hostname } = new URL(issuer);
  // A connection without TLS is allowed only to a provider on this machine.
  const isLocal = protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return oidc.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    isLocal ? { execute: [oidc.allowInsecureRequests] } : undefined,
  );
}

async function readPerson(
  configuration: oidc.Configuration,
  address: URL,
  { state, nonce, code_verifier }: SignOnAttempt,
): Promise<ProviderPerson | null> {
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) return null;
  // Many providers return the e-mail address only from the userinfo endpoint, which needs the access token.
  const person =
    claims['email'] === undefined
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : { email: claims['email'], email_verified: claims['email_verified'] };
  const verifiedEmail = typeof person.email === 'string' && person.email_verified === true ? person.email : null;
  return { issuer: claims.iss, subject: claims.sub, verifiedEmail };
}
