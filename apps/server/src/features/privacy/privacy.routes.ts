import { privacy } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import { Forbidden, Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { lockProcessing } from '../processing/index.ts';
import { erasePerson, findKeptNumber } from './erase-person.ts';
import { getErasure, insertErasure, listErasures } from './erasures.queries.ts';
import {
  findContactPerson,
  findPatientPerson,
  listSameAddress,
  withContacts,
  type Person,
} from './find-person.queries.ts';
import { endHold, insertHold, listHolds } from './legal-holds.queries.ts';
import { findObstacles } from './obstacles.ts';
import { countRecords, readRecords } from './personal-records.ts';
import { findOrganisation, isInHospital, requirePatientRecord } from './privacy.queries.ts';

type Certificate = Awaited<ReturnType<typeof listErasures>>['data'][number];
const COLUMNS = {
  id: (row: Certificate) => row.id,
  at: (row: Certificate) => row.at,
  user: (row: Certificate) => row.user_name,
  reason: (row: Certificate) => row.reason,
  patient_id: (row: Certificate) => row.patient_id,
  erased: (row: Certificate) => JSON.stringify(row.erased),
  kept: (row: Certificate) => row.kept.join(' '),
};

export function privacyRoutes(routes: Routes, ctx: Context): void {
  route(routes, privacy.exportPerson, async ({ tx, scope, query, note }) => {
    const person = await findPerson(tx, scope, query);
    note.saw([{ patient_id: person.patientId }]);
    return {
      data: {
        patient_id: person.patientId,
        exported_at: ctx.clock(),
        organisation: await findOrganisation(tx, scope.applicationId),
        records: await readRecords(tx, scope.applicationId, person),
      },
    };
  });

  route(routes, privacy.previewErasure, async ({ tx, scope, query }) => {
    const { applicationId } = scope;
    const person = await findPerson(tx, scope, query);
    const { obstacles, openCaseIds } = await findObstacles(tx, applicationId, person, ctx.clock());
    const { seen_by: _seenBy, ...counts } = await countRecords(tx, applicationId, person);
    return {
      data: {
        patient_id: person.patientId,
        counts,
        obstacles,
        open_case_ids: openCaseIds,
        is_in_hospital: await isInHospital(tx, applicationId, person.patientIds),
        keeps_number: (await findKeptNumber(tx, applicationId, person.patientId)) !== null,
        same_address: await listSameAddress(tx, applicationId, person),
      },
    };
  });

  route(routes, privacy.erasePerson, async ({ tx, scope, body, session, note }) => {
    const { reason, contact_ids: chosen, ...who } = body.person;
    await lockProcessing(tx, scope.applicationId);
    const found = await findPerson(tx, scope, who);
    const offered = new Set((await listSameAddress(tx, scope.applicationId, found)).map(({ id }) => id));
    if (chosen.some((id) => !offered.has(id)))
      throw new Invalid({
        contact_ids: ['A contact that was chosen has no address of this person any more. Look again.'],
      });
    const person = chosen.length > 0 ? await withContacts(tx, scope.applicationId, found, chosen) : found;
    const now = ctx.clock();
    const erased = await erasePerson(tx, scope, person, now);
    note.saw([{ patient_id: person.patientId }]);
    const certificate = { ...erased, at: now, user_name: session.userName, reason, patient_id: person.patientId };
    return { data: await insertErasure(tx, scope, certificate) };
  });

  route(routes, privacy.listErasures, ({ tx, scope, query }) => listErasures(tx, scope, query));
  csvRoute(routes, privacy.listErasures, COLUMNS, ({ tx, scope, query }) => listErasures(tx, scope, query));

  route(routes, privacy.getErasure, async ({ tx, scope, params }) => ({
    data: await getErasure(tx, scope, params.id),
  }));

  route(routes, privacy.listLegalHolds, ({ tx, scope, query }) => listHolds(tx, scope, query));
  route(routes, privacy.holdPatient, async ({ tx, scope, params, body }) => {
    const patientId = await requirePatientRecord(tx, scope, params.id);
    requireEveryWard(scope);
    return { data: await insertHold(tx, scope, patientId, body.legal_hold.reason, ctx.clock()) };
  });
  route(routes, privacy.releasePatient, async ({ tx, scope, params, body }) => {
    const patientId = await requirePatientRecord(tx, scope, params.id);
    requireEveryWard(scope);
    return { data: await endHold(tx, scope, patientId, body.legal_hold.reason, ctx.clock()) };
  });
}

/** A person may have been in any ward, so whoever sees only some wards cannot export or erase what others hold. */
function requireEveryWard(scope: ApplicationScope): void {
  if (isOfSomeWards(scope))
    throw new Forbidden('What is stored about a person is of all wards. Ask somebody who sees all wards.');
}

async function findPerson(
  tx: Tx,
  scope: ApplicationScope,
  {
    patient_id: patientId,
    contact_id: contactId,
  }: { patient_id?: number | undefined; contact_id?: number | undefined },
): Promise<Person> {
  requireEveryWard(scope);
  if (patientId !== undefined) return findPatientPerson(tx, scope.applicationId, patientId);
  return findContactPerson(tx, scope.applicationId, contactId ?? 0);
}
