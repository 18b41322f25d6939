import type { privacy } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findCasesOf, forgetCases } from '../cases/index.ts';
import { eraseOptOuts, forgetConsentOf, forgetTextsOf } from '../consent/index.ts';
import { forgetRowsNaming } from '../contact-imports/index.ts';
import { deleteContact } from '../contacts/index.ts';
import { forgetDeliveriesOf, suppressDeliveries } from '../deliveries/index.ts';
import { forgetAnswersOf } from '../feedback/index.ts';
import { forgetItems } from '../inbox/index.ts';
import { eraseInvitationsOf } from '../invitations/index.ts';
import { forgetImportsNaming, forgetMessagesNaming, forgetMessagesOf } from '../messages/index.ts';
import { forgetEnrolmentsOf } from '../pathways/index.ts';
import { forgetPatients } from '../patient-identity/index.ts';
import { forgetViewsNaming } from '../saved-views/index.ts';
import { listOwnAddresses, type Person } from './find-person.queries.ts';
import { namesInFileName, namesInRow } from './names-person.ts';
import { findObstacles, OBSTACLE_TEXTS } from './obstacles.ts';
import { countRecords } from './personal-records.ts';

export interface Erased {
  erased: privacy.Erasure['erased'];
  kept: privacy.Erasure['kept'];
}

/**
 * Erases a person, in a transaction that holds the lock of processing. What was counted stays, as figures of nobody. The
 * audit stays, too: it contains ids and no names of patients. Throws Conflict while something stands in the way.
 */
export async function erasePerson(tx: Tx, scope: ApplicationScope, person: Person, now: Date): Promise<Erased> {
  const { applicationId } = scope;
  const { patientId, patientIds, contactIds, numbers } = person;
  await sql`
    select from patients where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) order by id for update`.execute(
    tx,
  );
  // What is scheduled is locked first: a delivery that a worker claimed meanwhile is being sent, which is an obstacle.
  const waiting = await lockScheduled(tx, applicationId, person);
  const { obstacles } = await findObstacles(tx, applicationId, person, now);
  if (obstacles.length > 0) throw new Conflict(obstacles.map((obstacle) => OBSTACLE_TEXTS[obstacle]).join(' '));
  const { seen_by: _seenBy, ...erased } = await countRecords(tx, applicationId, person);
  const ownAddresses = await listOwnAddresses(tx, applicationId, person);
  await suppressDeliveries(
    tx,
    applicationId,
    waiting.map((id) => ({ id, reason: 'no_address' })),
  );
  const caseIds = (await findCasesOf(tx, applicationId, person)).map(({ id }) => id);
  const feedbackIds = await forgetAnswersOf(tx, applicationId, person);
  await forgetItems(tx, applicationId, { caseIds, feedbackIds, patientIds });
  await forgetCases(tx, applicationId, caseIds);
  const theirAddresses = ownAddresses.map(({ address }) => address);
  await forgetTextsOf(tx, applicationId, patientIds, { contactIds, addresses: theirAddresses });
  await eraseInvitationsOf(tx, applicationId, person, now);
  await forgetEnrolmentsOf(tx, applicationId, patientIds, now);
  await forgetDeliveriesOf(tx, applicationId, patientIds, { contactIds, caseIds });
  await forgetMessagesNaming(tx, applicationId, { patientIds, identifiers: numbers }, now);
  await forgetMessagesOf(tx, applicationId, patientIds, now);
  const inFileName = namesInFileName(person);
  const imports =
    (await forgetRowsNaming(tx, applicationId, { inRow: namesInRow(person), inFileName })) +
    (await forgetImportsNaming(tx, applicationId, inFileName));
  await forgetViewsNaming(tx, applicationId, inFileName);
  await forgetConsentOf(tx, applicationId, { patientIds, contactIds });
  const optOuts = await eraseOptOuts(tx, applicationId, ownAddresses, now);
  const keptNumber = await findKeptNumber(tx, applicationId, patientId);
  await forgetPatients(tx, applicationId, patientIds, now);
  for (const id of contactIds) await deleteContact(tx, scope, id);
  return {
    erased: { ...erased, ...(imports > 0 ? { imports } : {}) },
    kept: ['figures', 'audit', ...(optOuts > 0 ? (['opt_out'] as const) : []), ...(keptNumber ? [keptNumber] : [])],
  };
}

async function lockScheduled(tx: Tx, applicationId: number, { patientIds, contactIds }: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries
    where application_id = ${applicationId} and state = 'scheduled'
      and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns which number stays, as forgetPatients decides it: without it, a late message would make a new patient. */
export async function findKeptNumber(
  tx: Tx,
  applicationId: number,
  patientId: number | null,
): Promise<'number_of_the_dead' | 'number_of_the_protected' | null> {
  if (patientId === null) return null;
  const found = await tx
    .selectFrom('patients')
    .select(['deceased', 'protected'])
    .where('application_id', '=', applicationId)
    .where('id', '=', patientId)
    .executeTakeFirst();
  if (found?.deceased) return 'number_of_the_dead';
  return found?.protected ? 'number_of_the_protected' : null;
}
