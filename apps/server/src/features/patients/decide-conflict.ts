import type { BodyOf, patients } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { ApplicationRouting } from '../intake/index.ts';
import { keepNumbersOf, reprocessMessage } from '../messages/index.ts';
import {
  acceptDemographics,
  closeConflict,
  detachNumbers,
  listSharedNumbers,
  divideBySender,
  mergePatients,
  shareNumbers,
} from '../patient-identity/index.ts';
import { lockProcessing, rebuildPatients } from '../processing/index.ts';
import { getConflict, listWaitingIds } from './identity-conflicts.queries.ts';

type Wish = BodyOf<typeof patients.decideIdentityConflict>;

const ONLY_SHARED =
  'Several people have this number, so the message does not say whom it is about: correct it to the patient’s own number.';

interface Who {
  ctx: Context;
  routing: ApplicationRouting;
  scope: ApplicationScope;
}

/**
 * Carries out a person's decision about a conflict, in one transaction: records are merged or their numbers separated,
 * and the messages that waited are processed again, silently. With `correct` these messages wait for their correction.
 * Throws Conflict when somebody has decided before.
 */
export async function decideConflict(
  tx: Tx,
  { ctx, routing, scope }: Who,
  id: number,
  { decision, patient_id: chosen = null }: Wish,
): Promise<void> {
  const { applicationId } = scope;
  await lockProcessing(tx, applicationId);
  const conflict = await getConflict(tx, scope, id);
  if (conflict.decision !== null)
    throw new Conflict(`${conflict.decided_by_name ?? 'Somebody'} has decided this already.`);
  const ids = conflict.patients.map(({ patient_id: one }) => one);
  if (chosen !== null && !ids.includes(chosen))
    throw new Invalid({ patient_id: ['Choose one of the patients of this conflict.'] });
  const waiting = await listWaitingIds(tx, applicationId, id);
  const at = ctx.clock();

  if (decision === 'same_person') {
    const [survivorId, ...others] = ids;
    for (const goneId of others)
      if (survivorId !== undefined)
        await mergePatients(tx, applicationId, { survivorId, goneId, kind: 'person', at, userId: scope.userId });
    const [told] = conflict.messages;
    if (conflict.kind === 'number_reused' && survivorId !== undefined && told)
      await acceptDemographics(tx, applicationId, survivorId, {
        family_name: told.family_name,
        birth_date: told.birth_date,
      });
  } else if (decision === 'two_persons') {
    if (conflict.kind === 'several_senders') await divide(tx, ctx, applicationId, conflict);
    else await separate(tx, applicationId, conflict, { chosen, waiting, at, userId: scope.userId });
  }
  await closeConflict(tx, applicationId, { id, patientIds: ids, decision, at, userId: scope.userId });
  if (decision !== 'correct')
    for (const messageId of waiting) await reprocessMessage(tx, ctx, routing, scope, messageId);
}

/**
 * Separates two people. A number that both have, as that of a family's insurance, decides nothing from now on beside another that does. Else
 * a reused number is taken from its former owner, and messages whose numbers lead to two patients are assigned to the one who was chosen.
 */
async function separate(
  tx: Tx,
  applicationId: number,
  { kind, patients: people, identifiers }: patients.IdentityConflict,
  {
    chosen,
    waiting,
    at,
    userId,
  }: { chosen: number | null; waiting: readonly number[]; at: Date; userId: number | null },
): Promise<void> {
  const ids = people.map(({ patient_id: one }) => one);
  const meant = kind === 'two_patients' ? chosen : null;
  if (kind === 'two_patients' && meant === null)
    throw new Invalid({ patient_id: ['Choose whom the waiting messages are about.'] });
  const found = await listSharedNumbers(tx, applicationId, ids, identifiers);
  const shared = found.filter(({ patient_id: owner, is_shared: isKnown }) => owner !== meant && !isKnown);
  await shareNumbers(tx, applicationId, shared);
  if (meant !== null) {
    for (const messageId of waiting)
      await keepNumbersOf(tx, applicationId, messageId, { patientId: meant, at, userId });
    return;
  }
  if (shared.length > 0) return;
  if (found.length > 0) throw new Conflict(ONLY_SHARED);
  const [former] = people;
  if (former) await detachNumbers(tx, applicationId, former.patient_id, identifiers);
}

/**
 * Divides a record whose number several senders gave out. The first sender keeps the record; each other gets a new
 * record with the data it sent. Merging the records again undoes the division.
 */
async function divide(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { patients: [former], identifiers }: patients.IdentityConflict,
): Promise<void> {
  if (!former) return;
  const ids = [former.patient_id];
  for (const shared of identifiers.slice(1))
    ids.push(await divideBySender(tx, applicationId, former.patient_id, shared));
  await rebuildPatients(tx, ctx, applicationId, ids);
}
