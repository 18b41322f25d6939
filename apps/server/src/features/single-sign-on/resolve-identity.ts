import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findIdentityOwner, insertIdentity, lockIssuers, type Identity } from '../credentials/index.ts';
import { findUser, findUserByEmail, signInHappened, type SignInEvent } from '../account/index.ts';

/** What the provider said about a person. */
export interface ProviderPerson extends Identity {
  /** Null unless the provider has verified the address. */
  verifiedEmail: string | null;
  /** When the provider asked for the person's password or the like; null where it does not say. */
  authenticatedAt: Date | null;
  /** How the person signed in there, in the provider's words; null where it does not say. */
  acr: string | null;
}

export type SignOnFailure =
  'unknown' | 'unverified' | 'refused' | 'weak' | 'deactivated' | 'other_domain' | 'other_provider' | 'other_person';

/** Makes the user of an open invitation to this verified address; does nothing where there is none. */
export type AdmitInvited = (tx: Tx, ctx: Context, invited: { email: string; address: string }) => Promise<void>;

interface Resolving {
  /** Network address. */
  address: string;
  admit: AdmitInvited;
  /** Whether the provider may say whose account an address is. */
  maySpeakFor: (email: string) => boolean;
  /** Whether an issuer is another provider that people sign in at. */
  isOther: (issuer: string) => boolean;
}

/**
 * Returns the user whom the person at the provider is, and audits why there is none. Who has signed on before is found
 * by issuer and subject, whatever their address is now. At the first time the verified address decides, once: whoever
 * gets that address at the provider later is somebody else. Who is invited becomes a user by it.
 * A provider finds nobody by an address that it may not speak for, and nobody who belongs to another provider.
 */
export async function resolveIdentity(
  tx: Tx,
  ctx: Context,
  person: ProviderPerson,
  { address, admit, maySpeakFor, isOther }: Resolving,
): Promise<{ user_id: number } | { failure: SignOnFailure }> {
  const refuse = async (what: SignInEvent['what'], userId: number | null, failure: SignOnFailure) => {
    await signInHappened(tx, ctx, { what, userId, address, method: 'single_sign_on' });
    return { failure };
  };
  const { issuer, subject, verifiedEmail } = person;
  const ownerId = await findIdentityOwner(tx, person);
  if (ownerId !== undefined) {
    const isActive = (await findUser(tx, ownerId)) !== undefined;
    return isActive ? { user_id: ownerId } : refuse('deactivated', ownerId, 'deactivated');
  }
  if (verifiedEmail === null) return refuse('unknown_person', null, 'unverified');
  if (!maySpeakFor(verifiedEmail)) return refuse('foreign_address', null, 'other_domain');
  if (!(await findUserByEmail(tx, verifiedEmail))) await admit(tx, ctx, { email: verifiedEmail, address });
  const user = await findUserByEmail(tx, verifiedEmail);
  if (!user) return refuse('unknown_person', null, 'unknown');
  // The person is locked, so that of two providers at once one links them.
  if ((await lockIssuers(tx, user.id)).some(isOther)) return refuse('other_person', user.id, 'other_provider');
  if (await insertIdentity(tx, user.id, { issuer, subject }, ctx.clock())) {
    await signInHappened(tx, ctx, { what: 'identity_linked', userId: user.id, address, method: 'single_sign_on' });
    return { user_id: user.id };
  }
  // The same person may have signed on twice at once.
  if ((await findIdentityOwner(tx, person)) === user.id) return { user_id: user.id };
  return refuse('other_person', user.id, 'other_person');
}
