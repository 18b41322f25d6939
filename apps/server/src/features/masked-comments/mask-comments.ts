import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inTurns } from '../../platform/jobs/in-turns.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { maskNames, possibleNames } from './mask-names.ts';
import {
  listApplicationsThatWait,
  listKnownNames,
  lockWaiting,
  storeMasked,
  type WaitingComment,
} from './masked-comments.queries.ts';

export const MASK_WAITING_COMMENTS = 'mask-waiting-comments';

const COMMENTS_PER_TRANSACTION = 200;
/** After this time the job of the next minute goes on, so that a large backlog does not keep jobs of sending from running. */
const MAX_RUN_MS = 20_000;

/** Masks what was written in an answered survey, in the transaction that stores it. */
export async function maskCommentsOf(tx: Tx, applicationId: number, feedbackId: number): Promise<void> {
  await maskAll(tx, applicationId, await lockWaiting(tx, applicationId, { feedbackId }));
}

/**
 * Masks the comments that wait: those from before comments were masked, and those that did not come by this program. Until then
 * whoever reads them without names reads nothing.
 */
export async function maskWaitingComments(ctx: Context): Promise<void> {
  const applications = await ctx.db.transaction(systemScope('every application'), listApplicationsThatWait);
  const maskSome = async (id: number) =>
    (await ctx.db.transaction(applicationScope(id), (tx) => maskOldest(tx, id))) === COMMENTS_PER_TRANSACTION;
  await inTurns(applications, maskSome, MAX_RUN_MS);
}

/** Masks some of the comments that wait, and returns how many. */
export async function maskOldest(tx: Tx, applicationId: number): Promise<number> {
  const waiting = await lockWaiting(tx, applicationId, { limit: COMMENTS_PER_TRANSACTION });
  await maskAll(tx, applicationId, waiting);
  return waiting.length;
}

async function maskAll(tx: Tx, applicationId: number, comments: readonly WaitingComment[]): Promise<void> {
  if (comments.length === 0) return;
  const words = new Set(comments.flatMap(({ text }) => possibleNames(text)));
  const others = new Set(await listKnownNames(tx, applicationId, [...words]));
  const masked = comments.map(({ answer_id, text, own_names }) => ({
    answer_id,
    text: maskNames(text, { own: wordsOf(own_names), others }),
  }));
  await storeMasked(tx, applicationId, masked);
}

/** Returns the words of names, without initials. Numbers, as of a doctor, count too. */
const wordsOf = (names: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(
    names
      .flatMap((name) =>
        (name ?? '')
          .normalize('NFC')
          .toLowerCase()
          .split(/[^\p{L}\p{M}\p{Nd}'’-]+/u),
      )
      .flatMap((word) => [word, ...word.split('-')])
      .filter((word) => word.length > 1),
  );
