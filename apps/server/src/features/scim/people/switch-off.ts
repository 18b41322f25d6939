import { findSeat, removeFromApplication } from '../../users/index.ts';
import { keyOf, type ScimCall } from '../protocol/scim-call.ts';
import { findPerson, saveLeaving } from './people.queries.ts';

/**
 * Takes a person out of the application, and keeps what they get back when the provider switches them on. Anybody but a
 * superuser can be taken out: whoever has left the hospital must be, whatever they may do here.
 */
export async function switchOff(call: ScimCall, id: number): Promise<void> {
  const { tx, token, ctx } = call;
  const person = await findPerson(tx, token.application_id, id);
  const seat = await findSeat(tx, id, token.application_id);
  if (!person || !seat) return;
  const { landing_page, locations } = seat;
  const now = ctx.clock();
  await saveLeaving(tx, keyOf(call, id), { name: person.name, email: person.email, landing_page, locations }, now);
  await removeFromApplication(tx, id, token.application_id, now);
}
