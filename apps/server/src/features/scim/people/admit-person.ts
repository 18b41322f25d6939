import { isEmail } from '@wardvoice/contract';
import { sendFirstPasswordLink } from '../../account/index.ts';
import { claimAnew, EMAIL_TAKEN, insertWithoutPassword, isEmailTaken, placeInApplication } from '../../users/index.ts';
import { givenRoleOf } from '../groups/memberships.ts';
import { keyOf, type ScimCall } from '../protocol/scim-call.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import { mayDoMore } from './authority.ts';
import { endLeaving, findAccount, findTakenName, forgetPerson, saveSaid, type ScimPerson } from './people.queries.ts';
import { nameOf, type PersonState } from './person-state.ts';
import { switchOff } from './switch-off.ts';

/** Returns the columns of what the provider says of a person. */
export const saidOf = ({ userName, givenName, familyName, externalId }: PersonState) => ({
  user_name: userName,
  given_name: givenName,
  family_name: familyName,
  external_id: externalId,
});

/** Returns the address at which the person signs in: the one that was sent, or a userName that is one. */
export function emailOf({ email, userName }: PersonState): string {
  const address = email ?? userName;
  if (isEmail(address)) return address;
  throw new ScimError(
    'invalidValue',
    'A user needs an e-mail address, in emails or as the userName: people sign in with it.',
  );
}

/** Throws 409 when another person of the application has the userName or the external id. */
export async function checkNames({ tx, token }: ScimCall, state: PersonState, exceptId = 0): Promise<void> {
  const taken = await findTakenName(tx, token.application_id, state, exceptId);
  if (taken) throw new ScimError('uniqueness', `Somebody else here has this ${taken}.`);
}

/** Makes a person in the application of the token, and returns their id. They have no permissions before a group gives some. */
export async function createPerson(call: ScimCall, state: PersonState): Promise<number> {
  const { tx, token, ctx, note } = call;
  await checkNames(call, state);
  const [name, email] = [nameOf(state), emailOf(state)];
  const id = (await isEmailTaken(tx, email))
    ? await claimAccount(call, email)
    : await insertWithoutPassword(tx, { name, email });
  if (id === null) throw new ScimError('uniqueness', EMAIL_TAKEN);
  await forgetPerson(tx, token.application_id, id);
  await saveSaid(tx, keyOf(call, id), saidOf(state), ctx.clock());
  await placeInApplication(tx, id, token.application_id, { locations: token.locations });
  if (state.active === false) await switchOff(call, id);
  else await sendLink(call, id);
  note.changed({}, { name, email, user_name: state.userName, active: state.active ?? true });
  return id;
}

/**
 * Takes an account that belongs to no application into this one, and returns its id; null where it is somebody else's. It is claimed
 * anew: who administered it before may know its password.
 */
async function claimAccount({ tx, token, ctx }: ScimCall, email: string): Promise<number | null> {
  const found = await findAccount(tx, email);
  if (!found || found.super_user === 1 || found.is_deactivated || found.has_application) return null;
  if (await mayDoMore(tx, token, found.id)) return null;
  await claimAnew(tx, found.id, ctx.clock());
  return found.id;
}

/** Lets a person in again whom the provider had switched off, with the wards and the group that they had. */
export async function switchOn(call: ScimCall, person: ScimPerson): Promise<void> {
  const { tx, ctx, token } = call;
  if (person.is_deactivated) throw new ScimError('mutability', DEACTIVATED);
  if (person.is_elsewhere) throw new ScimError('mutability', NOT_LET_IN_AGAIN);
  if (await mayDoMore(tx, token, person.id)) throw new ScimError('mutability', MAY_DO_MORE);
  // Another application may have had the account meanwhile, and given it to another mailbox.
  if ((await findAccount(tx, person.email))?.id !== person.id) throw new ScimError('mutability', OTHER_ADDRESS);
  await claimAnew(tx, person.id, ctx.clock());
  await placeInApplication(tx, person.id, token.application_id, await endLeaving(tx, keyOf(call, person.id)));
  await givenRoleOf(call, person.id);
  await sendLink(call, person.id);
}

async function sendLink({ tx, ctx, hasSingleSignOn }: ScimCall, id: number): Promise<void> {
  if (!hasSingleSignOn) await sendFirstPasswordLink(tx, ctx, id);
}

const DEACTIVATED = 'An administrator has switched this account off. Only an administrator can switch it on again.';
const NOT_LET_IN_AGAIN =
  'This person belongs to another application meanwhile, whose administrators look after the account. A superuser can add them again.';
const OTHER_ADDRESS =
  'The e-mail address of this account was changed elsewhere meanwhile. A superuser can add this person again.';
export const MAY_DO_MORE =
  'This person may do more here than the roles of this token allow. An administrator changes them in Wardvoice.';
