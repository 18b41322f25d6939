import { isDeepStrictEqual } from 'node:util';
import { changeDetails, closeAccount, EMAIL_TAKEN, isEmailTaken } from '../../users/index.ts';
import { keyOf, type ScimCall } from '../protocol/scim-call.ts';
import { ScimError } from '../../../platform/scim/scim-error.ts';
import { checkNames, emailOf, MAY_DO_MORE, saidOf, switchOn } from './admit-person.ts';
import { mayDoMore } from './authority.ts';
import { forgetPerson, isAwaitedElsewhere, renameLeft, saveSaid, type ScimPerson } from './people.queries.ts';
import { nameOf, stateOf, type PersonState } from './person-state.ts';
import { switchOff } from './switch-off.ts';

/**
 * Changes a person. A request that switches somebody off does only that, so that nothing else in it can prevent it. Name and address
 * that the token may not change are an error where a PATCH names them (`isExact`); a PUT, which names everything, leaves them
 * as they are.
 */
export async function changePerson(
  call: ScimCall,
  person: ScimPerson,
  state: PersonState,
  { isExact }: { isExact: boolean },
): Promise<void> {
  const { tx, ctx, note } = call;
  if (state.active === false && person.belongs) {
    await switchOff(call, person.id);
    note.changed({ active: person.active, belongs: true }, { active: false, belongs: false });
    return;
  }
  await checkNames(call, state, person.id);
  if (state.active === true && !person.active) await switchOn(call, person);
  await saveDetails(call, person, state, isExact);
  const said = saidOf(state);
  if (!isDeepStrictEqual(said, saidOf(stateOf(person)))) await saveSaid(tx, keyOf(call, person.id), said, ctx.clock());
  note.changed({ ...person }, { ...said, ...(state.active === true ? { active: true } : {}) });
}

async function saveDetails(call: ScimCall, person: ScimPerson, state: PersonState, isExact: boolean): Promise<void> {
  const { tx, token, ctx, note } = call;
  const details = { name: nameOf(state), email: emailOf({ ...state, email: state.email ?? person.email }) };
  if (details.name === person.name && details.email === person.email) return;
  const reason = person.is_elsewhere ? ELSEWHERE : (await mayDoMore(tx, token, person.id)) ? MAY_DO_MORE : null;
  if (reason && isExact) throw new ScimError('mutability', reason);
  if (reason) return;
  if (await isEmailTaken(tx, details.email, person.id)) throw new ScimError('uniqueness', EMAIL_TAKEN);
  await changeDetails(tx, person, details, ctx.clock());
  await renameLeft(tx, keyOf(call, person.id), details);
  note.changed({ name: person.name, email: person.email }, details);
}

/**
 * Takes a person out for good. An account that belongs to no other application is deleted, so that its address is free, unless its
 * person may do more than the token: then only their place here ends.
 */
export async function deletePerson(call: ScimCall, person: ScimPerson): Promise<void> {
  const { tx, token, ctx, note } = call;
  const isKept =
    person.is_elsewhere ||
    (await isAwaitedElsewhere(tx, token.application_id, person.id)) ||
    (await mayDoMore(tx, token, person.id));
  await switchOff(call, person.id);
  await forgetPerson(tx, token.application_id, person.id);
  if (!isKept) await closeAccount(tx, { id: person.id, deactivated_at: null }, ctx.clock());
  note.changed(
    { name: person.name, email: person.email, account_deleted: false },
    { name: null, email: null, account_deleted: !isKept },
  );
}

const ELSEWHERE =
  'This person also belongs to another application, so their name and e-mail address cannot be changed from this one. Ask a superuser.';
