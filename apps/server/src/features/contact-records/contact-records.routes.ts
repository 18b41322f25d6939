import { contacts } from '@wardvoice/contract';
import { Conflict } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { insertOptOut } from '../consent/index.ts';
import { getContact, lockContact } from '../contacts/index.ts';
import { getConsent, listContactHistory, sayWhy, withdrawOptOuts } from './contact-records.queries.ts';

/** Routes for the consent and history of a contact. */
export function contactRecordRoutes(routes: Routes): void {
  route(routes, contacts.getConsent, async ({ tx, scope, params }) => {
    const person = await getContact(tx, scope, params.id);
    return {
      data: await getConsent(tx, scope, person),
      patient_id: person.patient_id,
    };
  });

  route(routes, contacts.recordOptOut, async ({ tx, scope, params, body }) => {
    const { applicationId } = scope;
    const { channel, reason } = body.opt_out;
    await lockContact(tx, scope, params.id);
    const person = await getContact(tx, scope, params.id);
    const address = channel === 'email' ? person.email : person.phone;
    if (!address) throw new Conflict(`This contact has no ${channel === 'email' ? 'e-mail' : 'phone'} to write to.`);
    await sayWhy(tx, scope.userId, reason);
    await insertOptOut(tx, { applicationId, channel, address }, 'staff', scope.userId);
    return { data: await getConsent(tx, scope, person) };
  });

  route(routes, contacts.withdrawOptOut, async ({ tx, scope, params, body }) => {
    const { applicationId } = scope;
    const { channel, reason } = body.opt_out;
    await lockContact(tx, scope, params.id);
    const person = await getContact(tx, scope, params.id);
    await sayWhy(tx, scope.userId, reason);
    if ((await withdrawOptOuts(tx, applicationId, person, channel)) === 0)
      throw new Conflict('There is no opt-out to take back.');
    return { data: await getConsent(tx, scope, person) };
  });

  route(routes, contacts.listHistory, async ({ tx, scope, params, query }) =>
    listContactHistory(tx, scope, await getContact(tx, scope, params.id), query),
  );
}
