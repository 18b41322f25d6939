import { dataExports, may, type Subject } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { lockFor } from '../../platform/db/database.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { countUnderWay, insertExport } from './data-exports.queries.ts';
import type { ExportPlan } from './export-plan.ts';

export const RUN_EXPORT = 'run-export';

type Asked = Parameters<typeof insertExport>[2];

/**
 * Stores an export that waits, and its job. Returns its id. Throws where a person asks for more than may wait; those of the night are
 * few, and are asked for together with those of other hospitals.
 */
export async function askForExport(tx: Tx, applicationId: number, asked: Asked): Promise<number> {
  await lockFor(tx, `exports of ${applicationId}`);
  if (!asked.is_nightly && (await countUnderWay(tx, applicationId)) >= dataExports.MAX_UNDER_WAY)
    throw new Conflict(`${dataExports.MAX_UNDER_WAY} exports wait already. Ask again when they are done.`);
  const id = await insertExport(tx, applicationId, asked);
  await enqueue(tx, [{ task: RUN_EXPORT, payload: { application_id: applicationId, export_id: id } }]);
  await announce(tx, applicationId, ['data_exports']);
  return id;
}

/** Throws where the operator has named no store. */
export function requirePlan(plan: ExportPlan | null): ExportPlan {
  if (plan === null)
    throw new Conflict('There is no place for exports: the operator names one in the setting EXPORT_URL.');
  return plan;
}

/** What people wrote is for those who may read it elsewhere. */
export function refuseComments(session: Subject, isWanted: boolean): void {
  if (isWanted && !may(session, 'feedback.list'))
    throw new Forbidden('What people wrote is only for whoever may read feedback. Ask for an export without it.');
}
