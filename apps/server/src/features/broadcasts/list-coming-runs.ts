import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { contactsCount } from '../mailing-lists/index.ts';
import { dateIn, nextRun, runsUntil } from './next-run.ts';
import { scheduleOf } from './save-broadcast.ts';

/** Broadcasts whose runs are listed, those that run next. */
const MAX_BROADCASTS = 500;

export interface ComingRun {
  broadcast_id: number;
  survey_id: number;
  survey_title: string;
  /** Name of the mailing list. */
  list_name: string;
  at: Date;
  /** ISO date in the application's time zone. */
  day: string;
  /** Number of people who are on the list now and whom the caller may see. */
  people: number;
}

/** The last instant before another, after which the next run may be at that one. */
const justBefore = (at: Date): Date => new Date(at.getTime() - 1);

/**
 * Lists the runs from `start` until before `end` of all broadcasts that are to run by a schedule, in their order. What is paused, and what has lost
 * its list, does not run.
 */
export async function listComingRuns(
  tx: Tx,
  scope: ApplicationScope,
  { timeZone, start, end }: { timeZone: string; start: Date; end: Date },
): Promise<ComingRun[]> {
  const rows = await tx
    .selectFrom('broadcasts as b')
    .innerJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'b.application_id').onRef('s.id', '=', 'b.survey_id'),
    )
    .innerJoin('mailing_lists as l', (join) =>
      join.onRef('l.application_id', '=', 'b.application_id').onRef('l.id', '=', 'b.sendable_id'),
    )
    .select(['b.id', 'b.survey_id', 's.title', 'l.name', 'b.send_at', 'b.starts_at', 'b.ends_at', 'b.data'])
    .select(['b.next_run_at', contactsCount(scope).as('people')])
    .where('b.application_id', '=', scope.applicationId)
    .where('b.deleted_at', 'is', null)
    .where('b.schedule', '=', true)
    .where('b.state', 'in', ['scheduled', 'running'])
    .where('b.next_run_at', '<', end)
    .orderBy('b.next_run_at')
    .orderBy('b.id')
    .limit(MAX_BROADCASTS)
    .execute();
  return rows
    .flatMap(({ id, survey_id, title, name, next_run_at, people, ...stored }) => {
      const schedule = scheduleOf(stored);
      if (!schedule || !next_run_at) return [];
      const first = next_run_at >= start ? next_run_at : nextRun(schedule, timeZone, justBefore(start))?.at;
      if (!first) return [];
      return runsUntil(schedule, timeZone, first, end).map((at): ComingRun => ({
        broadcast_id: id,
        survey_id,
        survey_title: title,
        list_name: name,
        at,
        day: dateIn(timeZone, at),
        people,
      }));
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.broadcast_id - b.broadcast_id);
}
