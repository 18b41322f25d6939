import type { Permission } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { listColleagues, type Colleague } from './administrators.queries.ts';

interface Wanted {
  userId: number;
  /** null: the record is of no ward, so only those who see every ward see it. */
  ward: string | null;
  permissions: readonly Permission[];
}

/** Throws Invalid unless this colleague has the permissions and sees the ward, so that they can be given a record of it. */
export async function checkSeesWard(
  tx: Tx,
  applicationId: number,
  { userId, ward, permissions }: Wanted,
): Promise<void> {
  const colleague = (await listColleagues(tx, applicationId, ...permissions)).find(({ id }) => id === userId);
  if (colleague && seesWard(colleague, ward)) return;
  throw new Invalid({
    'assignment.to_id': [
      colleague
        ? `${colleague.name} does not see this ward. Choose somebody who does.`
        : 'Choose somebody of the list.',
    ],
  });
}

const seesWard = ({ wards }: Colleague, ward: string | null): boolean =>
  wards.length === 0 || (ward !== null && wards.includes(ward));
