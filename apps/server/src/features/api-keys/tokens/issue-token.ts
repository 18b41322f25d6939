import { apiKeys } from '@wardvoice/contract';
import { createLocalJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { Context } from '../../../platform/context.ts';
import { systemScope } from '../../../platform/scope.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { readScopes } from './read-scopes.ts';
import { findSigningKey, insertAccessToken, useAssertion, type SigningKey } from './tokens.queries.ts';

/** Errors of a token endpoint (RFC 6749 §5.2). */
export type TokenError = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';

export class TokenRefusal extends Error {
  override name = 'TokenRefusal';
  readonly code: TokenError;
  constructor(code: TokenError, message: string) {
    super(message);
    this.code = code;
  }
}

export interface IssuedToken {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  scope: string;
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const SIGNING_ALGORITHMS = ['RS384', 'ES384'];
const MAX_JTI = 200;
const CLOCK_TOLERANCE_SECONDS = 30;

/** Addresses of the token endpoint. A program names the one that it calls as the audience of its assertion. */
export const tokenAddresses = (publicUrl: string): string[] => apiKeys.TOKEN_PATHS.map((path) => publicUrl + path);

/**
 * Gives a program a token for minutes in exchange for an assertion that it has signed (RFC 6749 §4.4, RFC 7523 §2.2, SMART Backend
 * Services). Throws TokenRefusal.
 */
export async function issueToken(ctx: Context, fields: Readonly<Record<string, string>>): Promise<IssuedToken> {
  const { grant_type, client_assertion_type, client_assertion = '', scope = '' } = fields;
  if (grant_type !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'Send grant_type=client_credentials.');
  if (client_assertion_type !== ASSERTION_TYPE)
    throw new TokenRefusal('invalid_request', `Send client_assertion_type=${ASSERTION_TYPE}.`);
  const now = ctx.clock();
  const key = await ctx.db.transaction(systemScope('credential'), (tx) => {
    const id = keyIdOf(client_assertion);
    return id === null ? Promise.resolve(undefined) : findSigningKey(tx, id, now);
  });
  if (!key) throw new TokenRefusal('invalid_client', 'No API key that works and has public keys has this client id.');
  const assertion = await verify(ctx, key, client_assertion, now);
  const { granted, permissions } = readScopes(scope, key.permissions);
  if (granted.length === 0)
    throw new TokenRefusal(
      'invalid_scope',
      'Ask for scopes that the API key has the permissions of, such as system/Patient.rs, or for api.',
    );
  const token = apiKeys.TOKEN_PREFIX + newToken();
  await ctx.db.transaction(systemScope('credential'), async (tx) => {
    if (!(await useAssertion(tx, key, { ...assertion, now })))
      throw new TokenRefusal('invalid_client', 'This assertion was used before. Sign one with another jti.');
    const expiresAt = new Date(now.getTime() + apiKeys.TOKEN_SECONDS * 1000);
    await insertAccessToken(tx, key, { tokenHash: hashToken(token), permissions, now, expiresAt });
  });
  return { access_token: token, token_type: 'bearer', expires_in: apiKeys.TOKEN_SECONDS, scope: granted.join(' ') };
}

/** Returns the id of the API key that an assertion says it is of; null when it says none. */
function keyIdOf(assertion: string): number | null {
  try {
    const { iss, sub } = decodeJwt(assertion);
    const [, id] = /^api-key-([1-9]\d{0,14})$/.exec(iss ?? '') ?? [];
    return iss === sub && id !== undefined ? Number(id) : null;
  } catch {
    return null;
  }
}

async function verify(
  ctx: Context,
  { id, public_keys }: SigningKey,
  assertion: string,
  now: Date,
): Promise<{ jtiHash: Buffer; expiresAt: Date }> {
  const clientId = apiKeys.clientIdOf(id);
  try {
    const keys = createLocalJWKSet(public_keys);
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: clientId,
      subject: clientId,
      audience: tokenAddresses(ctx.publicUrl),
      algorithms: SIGNING_ALGORITHMS,
      requiredClaims: ['exp', 'jti'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    const { jti = '', exp = 0 } = payload;
    if (exp > now.getTime() / 1000 + apiKeys.TOKEN_SECONDS + CLOCK_TOLERANCE_SECONDS)
      throw new TokenRefusal(
        'invalid_client',
        'The assertion is valid for too long: exp is at most five minutes ahead.',
      );
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI)
      throw new TokenRefusal('invalid_client', `Give the assertion a jti of at most ${MAX_JTI} characters.`);
    return { jtiHash: hashToken(jti), expiresAt: new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000) };
  } catch (error) {
    if (error instanceof TokenRefusal) throw error;
    throw new TokenRefusal('invalid_client', reasonOf(error));
  }
}

/** Says what is wrong with an assertion, to whoever writes the program. It holds no secret of ours. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The assertion has expired. Check the clock of the program.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The claim ${error.claim} is wrong. iss and sub are the client id, aud is the address of this call.`;
  if (error instanceof errors.JWKSNoMatchingKey) return 'No public key of the API key has the kid of the assertion.';
  if (error instanceof errors.JOSEAlgNotAllowed) return `Sign by ${SIGNING_ALGORITHMS.join(' or ')}.`;
  return 'The assertion or its signature is wrong.';
}
