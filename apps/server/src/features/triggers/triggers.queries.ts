import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { PagingQuery } from '@wardvoice/contract';

export async function listActiveTriggers(tx: Tx, applicationId: number, trigger: string) {
  const rows = await tx
    .selectFrom('triggers')
    .select(['id', 'action', 'config'])
    .where('application_id', '=', applicationId)
    .where('trigger', '=', trigger)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, config: row.config as unknown as triggers.TriggerConfig }));
}

/** Which of these causes have a delivery already. */
export async function listKnownCauses(
  tx: Tx,
  applicationId: number,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('deliveries')
    .select('cause')
    .where('application_id', '=', applicationId)
    .where('cause', 'in', causes)
    .execute();
  return new Set(rows.map(({ cause }) => cause));
}

const columns = ['id', 'trigger', 'action', 'config', 'active'] as const;

export function listTriggers(tx: Tx, applicationId: number, paging: PagingQuery) {
  return fetchPage(
    tx,
    tx.selectFrom('triggers').select(columns).where('application_id', '=', applicationId).orderBy('id'),
    paging,
  );
}

type TriggerColumns = Omit<triggers.Trigger, 'id'>;

export async function insertTrigger(tx: Tx, applicationId: number, { config, ...trigger }: TriggerColumns) {
  return tx
    .insertInto('triggers')
    .values({ ...trigger, application_id: applicationId, config: JSON.stringify(config) })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateTrigger(tx: Tx, applicationId: number, id: number, { config, ...trigger }: TriggerColumns) {
  const updated = await tx
    .updateTable('triggers')
    .set({ ...trigger, config: JSON.stringify(config) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (!updated) throw new NotFound('This trigger');
  return updated;
}

export async function deleteTrigger(tx: Tx, applicationId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('triggers')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This trigger');
}
