import { account } from '@wardvoice/contract';
import * as oidc from 'openid-client';
import type { Context } from '../../platform/context.ts';
import { codeOf, Conflict, Forbidden, Unauthorized } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { claimReturn, findAttempt, insertAttempt, recordReturn, type SignOnAttempt } from '../credentials/index.ts';
import { findUser, openSession, signInHappened, type SignedIn } from '../account/index.ts';
import type { Provider, Providers, ProviderSettings } from './providers.ts';
import { resolveIdentity, type AdmitInvited, type ProviderPerson, type SignOnFailure } from './resolve-identity.ts';
import { recordProof, type Visitor } from '../sessions/index.ts';

/** Minutes that somebody may spend at the identity provider. */
export const ATTEMPT_MINUTES = 10;
const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;

/** The message that the person reads for each failure. The log has the details. */
const FAILURES: Readonly<Record<SignOnFailure, string>> = {
  unknown: 'Nobody here has your e-mail address. Ask an administrator for an account.',
  unverified: 'Your organisation’s sign-in has not confirmed your e-mail address. Ask its administrator.',
  refused: 'Signing in there did not succeed. Try again.',
  weak: 'Your organisation’s sign-in did not ask for the second factor that is needed here. Sign out there, and try again with it.',
  deactivated: 'Your account here is deactivated. Ask an administrator.',
  other_domain: 'That sign-in does not speak for your e-mail address. Sign in through your own organisation’s.',
  other_provider:
    'Your account here is linked to another sign-in. Use that one, or ask an administrator to remove the link.',
  other_person:
    'Your e-mail address belongs to somebody else’s account here. Ask an administrator to remove its single sign-on.',
};

const isFailure = (text: string): text is SignOnFailure => text in FAILURES;
const messageFor = (failure: string | null | undefined): string =>
  FAILURES[failure && isFailure(failure) ? failure : 'refused'];

/** What the provider is asked so that it asks the person again. `max_age` obliges it to say when it did (`auth_time`). */
const ASK_AGAIN = { prompt: 'login', max_age: '0' };
const NOT_ASKED = 'Your organisation’s sign-in did not ask you again. Sign out there, and try again.';

/** A provider that does not say when it asked the person is trusted to have done so now. Clocks differ. */
const provedAt = (authenticatedAt: Date | null | undefined, now: Date): Date =>
  authenticatedAt && authenticatedAt < now ? authenticatedAt : now;

export interface SingleSignOn {
  /**
   * Returns the address at the provider, and the token that the browser must bring back in a cookie. For a proof the
   * provider asks the person again, also where it knows them.
   */
  leave(provider: Provider, what: { isProof: boolean }): Promise<{ address: string; browserToken: string }>;
  /**
   * Reads the answer from the return address of a provider, and returns whether it is about a proof. Never throws: the page
   * fetches the result, also when it is a failure.
   */
  comeBack(provider: Provider, browserToken: string, search: string, visitor: Visitor): Promise<{ isProof: boolean }>;
  /** Returns the session, once. */
  finish(browserToken: string, visitor: Visitor): Promise<SignedIn>;
  /** Stores in a session that its person has proved again who they are. Returns until when this counts. */
  prove(browserToken: string, session: PersonSession, visitor: Visitor): Promise<Date>;
}

/** OpenID Connect with authorization code, PKCE, state and nonce. */
export function createSingleSignOn(ctx: Context, providers: Providers, admit: AdmitInvited): SingleSignOn {
  const callbackOf = ({ settings }: Provider) => ctx.publicUrl + account.singleSignOnCallback(settings.number);
  const ask = async (provider: Provider, search: string, attempt: SignOnAttempt) => {
    // An answer that came to the address of another provider may be meant for that one (RFC 9700 §4.4).
    if (provider.settings.issuer !== attempt.issuer) {
      ctx.log.warn({ provider: provider.settings.number }, 'a single sign-on came back from another provider');
      return null;
    }
    try {
      return await readPerson(provider, new URL(callbackOf(provider) + search), attempt);
    } catch (error) {
      // The provider's own message is not logged, because it may contain a code or a name.
      ctx.log.warn({ code: codeOf(error) }, 'single sign-on did not succeed');
      return null;
    }
  };

  return {
    async leave(provider, { isProof }) {
      const { issuer, acrValues, emailClaim } = provider.settings;
      const [browserToken, state, nonce] = [newToken(), oidc.randomState(), oidc.randomNonce()];
      const code_verifier = oidc.randomPKCECodeVerifier();
      const address = oidc.buildAuthorizationUrl(await provider.discover(), {
        redirect_uri: callbackOf(provider),
        // Names of accounts, such as `preferred_username`, belong to the profile (OpenID Connect Core §5.4).
        scope: emailClaim === null || emailClaim === 'email' ? 'openid email' : 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(acrValues.length > 0 ? { acr_values: acrValues.join(' ') } : {}),
        ...(isProof ? ASK_AGAIN : {}),
      });
      const now = ctx.clock();
      const expires_at = new Date(now.getTime() + ATTEMPT_MINUTES * MS_PER_MINUTE);
      await ctx.db.transaction(systemScope('person'), (tx) =>
        insertAttempt(
          tx,
          { browser_hash: hashToken(browserToken), issuer, state, nonce, code_verifier, is_proof: isProof, expires_at },
          now,
        ),
      );
      return { address: address.href, browserToken };
    },

    async comeBack(provider, browserToken, search, { address }) {
      const { settings } = provider;
      const browserHash = hashToken(browserToken);
      const attempt = await ctx.db.transaction(systemScope('person'), (tx) =>
        findAttempt(tx, browserHash, ctx.clock()),
      );
      if (!attempt) return { isProof: false };
      const person = await ask(provider, search, attempt);
      await ctx.db.transaction(systemScope('person'), async (tx) => {
        if (person && !isStrong(settings, person)) {
          await signInHappened(tx, ctx, { what: 'weak_sign_on', userId: null, address, method: 'single_sign_on' });
          return recordReturn(tx, browserHash, { failure: 'weak' });
        }
        if (person) {
          const resolved = await resolveIdentity(tx, ctx, person, {
            address,
            admit,
            maySpeakFor: (email) => providers.maySpeakFor(settings, email),
            isOther: (issuer) => providers.isOther(settings, issuer),
          });
          if ('failure' in resolved && resolved.failure === 'unverified')
            ctx.log.warn(
              { provider: settings.number, claim: settings.emailClaim ?? 'email' },
              'a provider named no address that counts; see EMAIL_CLAIM under "Signing in" in docs/operations.md',
            );
          return recordReturn(tx, browserHash, { ...resolved, authenticated_at: person.authenticatedAt });
        }
        await signInHappened(tx, ctx, { what: 'unknown_person', userId: null, address, method: 'single_sign_on' });
        return recordReturn(tx, browserHash, { failure: 'refused' });
      });
      return { isProof: attempt.is_proof };
    },

    async finish(browserToken, visitor) {
      const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
        const now = ctx.clock();
        const taken = await claimReturn(tx, hashToken(browserToken), now, false);
        const user = taken?.user_id ? await findUser(tx, taken.user_id) : undefined;
        if (user) return openSession(tx, ctx, user, visitor, 'single_sign_on', provedAt(taken?.authenticated_at, now));
        return messageFor(taken?.failure);
      });
      if (typeof outcome === 'string') throw new Unauthorized(outcome);
      return outcome;
    },

    async prove(browserToken, session, { address }) {
      const outcome = await ctx.db.transaction(systemScope('person'), async (tx) => {
        const now = ctx.clock();
        const taken = await claimReturn(tx, hashToken(browserToken), now, true);
        if (!taken?.user_id) return new Conflict(messageFor(taken?.failure));
        if (taken.user_id !== session.userId) {
          const { userId } = session;
          await signInHappened(tx, ctx, { what: 'other_person', userId, address, method: 'single_sign_on' });
          return new Forbidden('Somebody else signed in there. Sign in as yourself.');
        }
        const until = await recordProof(tx, session.id, provedAt(taken.authenticated_at, now));
        if (!until) return new Unauthorized();
        return until > now ? until : new Conflict(NOT_ASKED);
      });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

/** A provider is asked for these ways and may use another one all the same (OpenID Connect Core §3.1.2.1). */
const isStrong = ({ acrValues }: ProviderSettings, { acr }: ProviderPerson): boolean =>
  acrValues.length === 0 || (acr !== null && acrValues.includes(acr));

async function readPerson(
  { settings: { emailClaim }, discover }: Provider,
  address: URL,
  { state, nonce, code_verifier }: SignOnAttempt,
): Promise<ProviderPerson | null> {
  const configuration = await discover();
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
    claims[emailClaim ?? 'email'] === undefined
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
  const authenticatedAt = typeof claims.auth_time === 'number' ? new Date(claims.auth_time * MS_PER_SECOND) : null;
  const acr = typeof claims['acr'] === 'string' ? claims['acr'] : null;
  return { issuer: claims.iss, subject: claims.sub, verifiedEmail: emailOf(person, emailClaim), authenticatedAt, acr };
}

const YES: readonly unknown[] = [true, 'true', 1, '1'];

/**
 * Returns the address that counts. Not every provider says `email_verified` (OpenID Connect Core §5.1): Microsoft says `xms_edov` instead,
 * that the domain is the organisation's own, and others nothing. Some write their booleans as text or number.
 */
function emailOf(person: Readonly<Record<string, unknown>>, emailClaim: string | null): string | null {
  const email = person[emailClaim ?? 'email'];
  if (typeof email !== 'string' || !email.includes('@')) return null;
  const isVerified = YES.includes(person['email_verified']) || YES.includes(person['xms_edov']);
  return emailClaim !== null || isVerified ? email : null;
}
