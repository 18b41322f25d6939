import { isTypedAs } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { deleteApplicationRow, hasMessages, lockApplication } from './applications.queries.ts';

/**
 * Deletes an application with everything in it. Its title must be typed, so that a hospital's data is not deleted by
 * mistake.
 */
export async function deleteApplication(tx: Tx, id: number, confirm: string | undefined): Promise<void> {
  const { title } = await lockApplication(tx, id);
  if (!isTypedAs(confirm ?? '', title) && (await hasMessages(tx, id)))
    throw new Conflict(`${title} has messages. To remove them and all that came of them, type its title.`);
  await deleteApplicationRow(tx, id);
}
