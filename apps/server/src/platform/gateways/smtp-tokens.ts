import * as oidc from 'openid-client';
import { codeOf } from '../errors.ts';

/** Where tokens for the mail server come from, in place of a password. */
export interface SmtpTokenSettings {
  /** The token endpoint of the organisation's identity provider. */
  url: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

/** Returns a token for a mailbox. `renew`: the mail server has refused the one before. */
export type GetSmtpToken = (renew: boolean) => Promise<{ token: string; expiresAt: Date }>;

/** A token is used no longer than until so much before its end, so that it does not end on the way. */
const MARGIN_MS = 60_000;
/** Where the provider does not say how long a token may be used. */
const SECONDS_UNLESS_SAID = 300;

/**
 * Gets tokens as the program that the organisation has registered (client credentials, RFC 6749 §4.4), and keeps one for all connections
 * to the mail server. A failure is not kept.
 */
export function createSmtpTokens({ url, clientId, clientSecret, scope }: SmtpTokenSettings): GetSmtpToken {
  const client = new oidc.Configuration(
    { issuer: url, token_endpoint: url },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  );
  // The settings allow http on this machine only.
  if (url.startsWith('http:')) oidc.allowInsecureRequests(client);
  let kept: Promise<{ token: string; expiresAt: Date }> | null = null;
  let usableUntil = 0;

  const ask = async () => {
    const { access_token: token, expires_in: seconds = SECONDS_UNLESS_SAID } = await oidc
      .clientCredentialsGrant(client, { scope })
      .catch((error: unknown) => {
        // What the provider says in its own words may name the program.
        throw new Error(
          `no token came from SMTP_OAUTH_TOKEN_URL (${codeOf(error) ?? 'no answer'}); check SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET`,
        );
      });
    const expiresAt = new Date(Date.now() + seconds * 1_000);
    usableUntil = expiresAt.getTime() - MARGIN_MS;
    return { token, expiresAt };
  };

  return (renew) => {
    if (renew || kept === null || Date.now() >= usableUntil) {
      usableUntil = Infinity;
      const asked = ask();
      kept = asked;
      asked.catch(() => {
        if (kept === asked) kept = null;
      });
    }
    return kept;
  };
}
