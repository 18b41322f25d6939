import { isTypedAs } from '@wardvoice/contract';
import { withRetryInside, type Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { deleteApplicationRow, hasMessages, lockApplication } from './applications.queries.ts';

/**
 * Deletes an application with everything in it. Its title must be typed, so that a hospital's data is not deleted by
 * mistake. Whoever sends, answers or writes in it just now holds rows of it and comes to wait for its own row, which is
 * locked here, so the deletion may have to let them go first.
 */
export function deleteApplication(tx: Tx, id: number, confirm: string | undefined): Promise<void> {
  return withRetryInside(tx, async () => {
    const { title } = await lockApplication(tx, id);
    if (!isTypedAs(confirm ?? '', title) && (await hasMessages(tx, id)))
      throw new Conflict(`${title} has messages. To remove them and all that came of them, type its title.`);
    await deleteApplicationRow(tx, id);
  });
}
