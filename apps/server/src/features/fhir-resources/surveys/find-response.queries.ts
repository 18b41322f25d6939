import type { Tx } from '../../../platform/db/database.ts';

/** Finds answers by the identifier that their sender gave them, or by the offer that they answer. */
export async function findResponse(
  tx: Tx,
  applicationId: number,
  by: { identifier: string } | { invitationId: number },
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('feedback as f')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .select('f.id')
    .where('i.application_id', '=', applicationId)
    .where(({ eb }) => ('identifier' in by ? eb('i.identifier', '=', by.identifier) : eb('i.id', '=', by.invitationId)))
    .executeTakeFirst();
  return found?.id;
}
