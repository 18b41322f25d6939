import type { Tx } from '../../platform/db/database.ts';

export function findTextToFollowUp(tx: Tx, applicationId: number, id: number) {
  return tx
    .selectFrom('inbound_texts as x')
    .leftJoin('deliveries as d', (join) =>
      join.onRef('d.application_id', '=', 'x.application_id').onRef('d.id', '=', 'x.delivery_id'),
    )
    .select(['x.text', 'x.subject', 'x.harm', 'x.location', 'd.survey_id'])
    .where('x.application_id', '=', applicationId)
    .where('x.id', '=', id)
    .executeTakeFirst();
}
