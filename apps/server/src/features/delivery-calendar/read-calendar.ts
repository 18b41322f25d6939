import type { deliveryCalendar, ReplyInputOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listComingRuns, type ComingRun } from '../broadcasts/index.ts';
import { listComingSteps } from '../pathways/index.ts';
import {
  countOverdue,
  listReminders,
  listSent,
  listWaiting,
  readFrame,
  type CountedDay,
} from './delivery-calendar.queries.ts';

type Calendar = ReplyInputOf<typeof deliveryCalendar.getDeliveryCalendar>['data'];
type Day = Calendar['days'][number];

interface Asked {
  from: string;
  to: string;
  now: Date;
  /** Whether the caller may see which mailing lists are written to. */
  namesLists: boolean;
}

/**
 * Returns what was sent on each day, what is planned for it, and what is expected. What the gate will hold back is not foreseen:
 * it depends on what happens until then.
 */
export async function readCalendar(
  tx: Tx,
  scope: ApplicationScope,
  { from, to, now, namesLists }: Asked,
): Promise<Calendar> {
  const { days, ...frame } = await readFrame(tx, scope, { from, to, now });
  const sent = await listSent(tx, frame);
  const waiting = await listWaiting(tx, frame);
  const reminders = await listReminders(tx, frame, now);
  const steps = await listComingSteps(tx, scope, frame);
  const runs = await listComingRuns(tx, scope, frame);
  return {
    today: frame.today,
    overdue: await countOverdue(tx, frame),
    days: days.map((day) => ({
      day,
      groups: groupsOf(onDay(sent, day), onDay(waiting, day)),
      reminders: onDay(reminders, day)[0]?.count ?? 0,
      steps: onDay(steps, day)[0]?.count ?? 0,
      runs: onDay(runs, day).map((run) => toRun(run, namesLists)),
    })),
  };
}

const onDay = <T extends { day: string }>(rows: readonly T[], day: string): T[] =>
  rows.filter((row) => row.day === day);

function groupsOf(sent: readonly CountedDay[], waiting: readonly CountedDay[]): Day['groups'] {
  const groups = new Map<string, Day['groups'][number]>();
  const add = (state: 'sent' | 'waiting', { kind, channel, count }: CountedDay) => {
    const key = `${kind} ${channel}`;
    groups.set(key, { ...(groups.get(key) ?? { kind, channel, sent: 0, waiting: 0 }), [state]: count });
  };
  for (const row of sent) add('sent', row);
  for (const row of waiting) add('waiting', row);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const toRun = ({ day: _day, list_name, ...run }: ComingRun, namesLists: boolean): Day['runs'][number] => ({
  ...run,
  list_name: namesLists ? list_name : null,
});
