import { may, reportPacks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listColleagues } from '../users/index.ts';
import { writeInThread } from './pdf/write-in-thread.ts';
import { readLanguage, readPack } from './read-pack.ts';
import { checkReaders, checkSchedule } from './schedules/check-schedule.ts';
import { dueAfter, periodBefore } from './schedules/report-period.ts';
import {
  deleteSchedule,
  findToday,
  getSchedule,
  insertSchedule,
  listReaders,
  listSchedules,
  lockSchedule,
  setReaders,
  updateSchedule,
  type ScheduleRow,
} from './schedules/schedules.queries.ts';
import { insertSendings, listSendings } from './schedules/sendings.queries.ts';

const COLUMNS = {
  id: (row: ScheduleRow) => row.id,
  title: (row: ScheduleRow) => row.title,
  rhythm: (row: ScheduleRow) => row.rhythm,
  survey: (row: ScheduleRow) => row.survey?.title,
  location: (row: ScheduleRow) => row.location,
  department: (row: ScheduleRow) => row.department?.title,
  active: (row: ScheduleRow) => row.active,
  next_on: (row: ScheduleRow) => row.next_on,
  people: (row: ScheduleRow) => row.people_count,
};

type SendingRow = Awaited<ReturnType<typeof listSendings>>['data'][number];

const SENDING_COLUMNS = {
  id: (row: SendingRow) => row.id,
  name: (row: SendingRow) => row.name,
  from: (row: SendingRow) => row.from,
  to: (row: SendingRow) => row.to,
  state: (row: SendingRow) => row.state,
  reason: (row: SendingRow) => row.reason,
  last_error: (row: SendingRow) => row.last_error,
  asked_by: (row: SendingRow) => row.asked_by,
  created_at: (row: SendingRow) => row.created_at,
  sent_at: (row: SendingRow) => row.sent_at,
};

/** What a schedule is set to, as it is stored and as the audit keeps it. */
const settingsOf = ({ title, rhythm, survey, location, department, active }: ScheduleRow) => ({
  title,
  rhythm,
  survey_id: survey?.id ?? null,
  location,
  department_id: department?.id ?? null,
  active,
});

/** Reports as a PDF: one that somebody asks for, and those that are sent regularly. */
export function reportPackRoutes(routes: Routes, ctx: Context): void {
  // The PDF is written when the transaction has ended.
  sessionRoute(routes, reportPacks.getReportPack, async ({ scope, session, query, reply }) => {
    const order = await ctx.db.reading(scope, async (tx) => ({
      pack: await readPack(tx, scope, { reader: session, filters: query }, ctx.clock()),
      language: await readLanguage(tx, scope),
      title: null,
    }));
    const pdf = await writeInThread(order);
    const { from, to } = order.pack.comparison;
    await reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="report-${from}-${to}.pdf"`)
      .send(pdf);
    return '';
  });

  const detail = async (tx: Tx, scope: ApplicationScope, id: number) => ({
    ...(await getSchedule(tx, scope, id)),
    people: (await listReaders(tx, scope.applicationId, id)).map(({ id: userId, name, super_user, permissions }) => ({
      id: userId,
      name,
      may_read: permissions !== null && may({ super_user, permissions }, 'surveys.view'),
    })),
  });
  const changed = (tx: Tx, { applicationId }: ApplicationScope) => announce(tx, applicationId, ['report_schedules']);

  route(routes, reportPacks.listReportSchedules, ({ tx, scope, query }) => listSchedules(tx, scope, query));
  csvRoute(routes, reportPacks.listReportSchedules, COLUMNS, ({ tx, scope, query }) => listSchedules(tx, scope, query));

  route(routes, reportPacks.listReportReaders, async ({ tx, scope }) => ({
    data: await listColleagues(tx, scope.applicationId, 'surveys.view'),
  }));

  route(routes, reportPacks.getReportSchedule, async ({ tx, scope, params }) => ({
    data: await detail(tx, scope, params.id),
  }));

  route(routes, reportPacks.createReportSchedule, async ({ tx, scope, body, note }) => {
    const { user_ids, ...fields } = body.report_schedule;
    const { applicationId } = scope;
    await checkSchedule(tx, scope, fields);
    const people = await checkReaders(tx, applicationId, user_ids);
    const now = ctx.clock();
    const id = await insertSchedule(tx, {
      ...fields,
      application_id: applicationId,
      next_on: dueAfter(fields.rhythm, await findToday(tx, applicationId, now)),
      created_at: now,
    });
    await setReaders(tx, applicationId, id, people);
    note.changed({}, { ...fields, user_ids: people });
    await changed(tx, scope);
    return { data: await detail(tx, scope, id) };
  });

  route(routes, reportPacks.updateReportSchedule, async ({ tx, scope, params, body, note }) => {
    const { version, user_ids, ...changes } = body.report_schedule;
    const { applicationId } = scope;
    const stored = await lockSchedule(tx, scope, params.id);
    checkVersion(stored.version, version);
    const before = (await listReaders(tx, applicationId, params.id)).map(({ id }) => id);
    const fields = { ...settingsOf(stored), ...changes };
    await checkSchedule(tx, scope, fields);
    // Nothing is sent for the days in which it was switched off, or had another rhythm.
    const isAnew = fields.rhythm !== stored.rhythm || (fields.active && !stored.active);
    const today = await findToday(tx, applicationId, ctx.clock());
    await updateSchedule(tx, applicationId, params.id, {
      ...fields,
      ...(isAnew && { next_on: dueAfter(fields.rhythm, today) }),
    });
    const people = user_ids === undefined ? before : await checkReaders(tx, applicationId, user_ids, before);
    if (user_ids !== undefined) await setReaders(tx, applicationId, params.id, people);
    note.changed({ ...settingsOf(stored), user_ids: before }, { ...fields, user_ids: people });
    await changed(tx, scope);
    return { data: await detail(tx, scope, params.id) };
  });

  route(
    routes,
    reportPacks.deleteReportSchedule,
    async ({ tx, scope, params, note }) => {
      const stored = await lockSchedule(tx, scope, params.id);
      await deleteSchedule(tx, scope.applicationId, params.id);
      note.changed(settingsOf(stored), {});
      await changed(tx, scope);
      return { data: { id: params.id } };
    },
    { versionOf: 'report_schedules' },
  );

  route(routes, reportPacks.listReportSendings, async ({ tx, scope, params, query }) => {
    await getSchedule(tx, scope, params.id);
    return listSendings(tx, scope.applicationId, params.id, query);
  });
  csvRoute(routes, reportPacks.listReportSendings, SENDING_COLUMNS, async ({ tx, scope, params, query }) => {
    await getSchedule(tx, scope, params.id);
    return listSendings(tx, scope.applicationId, params.id, query);
  });

  route(routes, reportPacks.sendReportNow, async ({ tx, scope, params, body, note }) => {
    const { applicationId, userId } = scope;
    const { only_me } = body.sending;
    if (only_me && userId === null)
      throw new Invalid({ only_me: ['An API key has no e-mail address. Send the report to its people.'] });
    const { rhythm } = await lockSchedule(tx, scope, params.id);
    const now = ctx.clock();
    const planned = {
      applicationId,
      scheduleId: params.id,
      ...periodBefore(rhythm, await findToday(tx, applicationId, now)),
      asked: { by: userId },
      userIds: only_me && userId !== null ? [userId] : null,
    };
    const count = await insertSendings(tx, planned, now);
    note.changed({}, { from: planned.from, to: planned.to, only_me });
    note.count = count;
    await changed(tx, scope);
    return { data: { count } };
  });
}
