import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { deleteApplicationRow, hasMessages, lockApplication } from './applications.queries.ts';

/** All that is in it goes with it. A hospital's data cannot be removed by a slip: its title must be typed. */
export async function deleteApplication(tx: Tx, id: number, confirm: string | undefined): Promise<void> {
  const { title } = await lockApplication(tx, id);
  if (confirm?.trim() !== title && (await hasMessages(tx, id)))
    throw new Conflict(`${title} has messages. To remove them and all that came of them, type its title.`);
  await deleteApplicationRow(tx, id);
}
