import { NotFound } from '../../../platform/errors.ts';
import { listGroupsOf } from '../groups/groups.queries.ts';
import { readPatch } from '../../../platform/scim/read-patch.ts';
import type { Resource } from '../protocol/resource.routes.ts';
import type { ScimCall } from '../protocol/scim-call.ts';
import { createPerson } from './admit-person.ts';
import { changePerson, deletePerson } from './change-person.ts';
import { describePerson } from './describe-person.ts';
import { patchPerson } from './patch-person.ts';
import { findPerson, listPeople, lockPersonOf, type ScimPerson } from './people.queries.ts';
import { stateOf, withoutEcho } from './person-state.ts';
import { readPerson } from './read-person.ts';

/** People, as Users of SCIM. */
export const personResource: Resource = {
  path: 'Users',
  record: 'users',
  answersPatch: true,

  async list(call, query) {
    const { total, people } = await listPeople(call.tx, call.token.application_id, query);
    return { total, resources: await describe(call, people) };
  },

  async find(call, id) {
    const person = await findPerson(call.tx, call.token.application_id, id);
    return person && (await describe(call, [person]))[0];
  },

  create: (call, body) => createPerson(call, readPerson(body)),

  async replace(call, id, body) {
    const person = await lock(call, id);
    await changePerson(call, person, withoutEcho(readPerson(body), person), { isExact: false });
  },

  async patch(call, id, body) {
    const person = await lock(call, id);
    await changePerson(call, person, readPatch(body).reduce(patchPerson, stateOf(person)), { isExact: true });
  },

  async remove(call, id) {
    await deletePerson(call, await lock(call, id));
  },
};

async function lock({ tx, token }: ScimCall, id: number): Promise<ScimPerson> {
  const person = await lockPersonOf(tx, token.application_id, id);
  if (!person) throw new NotFound('This user');
  return person;
}

async function describe({ tx, ctx, token }: ScimCall, people: readonly ScimPerson[]) {
  const ids = people.map(({ id }) => id);
  const groups = await listGroupsOf(tx, token.application_id, ids);
  return people.map((person) => describePerson(ctx.publicUrl, person, groups.get(person.id) ?? []));
}
