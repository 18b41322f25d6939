import type { inPerson } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { seeingAllApplications, type Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import type { PersonSession } from '../../../platform/http/session.ts';
import { feedbackToken, type FeedbackRequest } from '../../deliveries/index.ts';
import { setLocked } from '../../sessions/index.ts';

/** A survey that can be answered now: its token, and the link with it. */
export interface StartedSurvey {
  token: string;
  link: string;
  expires_at: Date;
}

/** Throws Conflict when the key with which the link was made is gone. */
export function startedSurvey(ctx: Context, offered: FeedbackRequest & { expires_at: Date }): StartedSurvey {
  const token = feedbackToken(ctx, offered);
  if (token === null) throw new Conflict('The key of this survey was lost. Withdraw the offer, and make another.');
  return { token, link: `${ctx.publicUrl}/feedback/${token}`, expires_at: offered.expires_at };
}

/**
 * Locks the session of the staff where the survey is answered on their device. From the commit on, the session can do
 * nothing until its person unlocks it, whatever the browser shows.
 */
export async function openOn(tx: Tx, ctx: Context, { id }: PersonSession, on: inPerson.AnsweringOn): Promise<void> {
  if (on === 'this_device') await seeingAllApplications(tx, 'person', () => setLocked(tx, id, ctx.clock()));
}
