import { broadcasts, surveys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { seesWholeList } from '../mailing-lists/index.ts';
import { getSurvey } from '../surveys/index.ts';
import { INVITATION_TEXTS } from '../invitations/index.ts';
import { moveBroadcast, stateAfter } from './broadcast-state.ts';
import {
  countAudience,
  getBroadcast,
  getHospital,
  getSurveyTitle,
  getTester,
  insertBroadcast,
  listBroadcasts,
  listMailingListChoices,
  lockBroadcast,
  updateBroadcast,
} from './broadcasts.queries.ts';
import {
  cancelBroadcast,
  deleteBroadcast,
  executeBroadcast,
  listNextRuns,
  nextRunOf,
  pauseBroadcast,
  resumeBroadcast,
} from './move-broadcast.ts';
import { findQuietEnd } from './find-quiet-end.ts';
import { channelsOf, listRuns, sumOf } from './runs.queries.ts';
import { readBroadcast } from './save-broadcast.ts';
import { sendTest } from './send-test.ts';
import { stopSurveyUses } from './stop-survey-uses.ts';

/** Number of runs whose figures are shown; a schedule over years has more. */
const MAX_RUNS = 400;

export function broadcastRoutes(routes: Routes, ctx: Context): void {
  route(routes, broadcasts.listBroadcasts, async ({ tx, scope, params, query }) => {
    await getSurveyTitle(tx, scope.applicationId, params.id);
    return listBroadcasts(tx, scope, params.id, query);
  });

  route(routes, broadcasts.getBroadcastForm, async ({ tx, scope, params }) => {
    const title = await getSurveyTitle(tx, scope.applicationId, params.id);
    const hospital = await getHospital(tx, scope.applicationId);
    const standard = INVITATION_TEXTS[hospital.language] ?? INVITATION_TEXTS['en'];
    const { subject = '', email = '', sms = '' } = standard ?? {};
    return {
      data: {
        survey: { id: params.id, title },
        mailing_lists: await listMailingListChoices(tx, scope),
        hospital: hospital.title,
        time_zone: hospital.time_zone,
        standard: { subject, email, sms },
      },
    };
  });

  route(routes, surveys.stopSurveyUses, async ({ tx, scope, params, note }) => {
    await getSurvey(tx, scope, params.id);
    const uses = await stopSurveyUses(tx, scope.applicationId, params.id, ctx.clock());
    note.changed({ uses }, { uses: null });
    return { data: uses };
  });

  route(routes, broadcasts.getBroadcast, async ({ tx, scope, params }) => {
    const found = await getBroadcast(tx, scope, params.id, params.broadcastId);
    return { data: { ...found, next_runs: await listNextRuns(tx, scope.applicationId, found) } };
  });

  route(routes, broadcasts.getBroadcastResults, async ({ tx, scope, params }) => {
    const { state } = await getBroadcast(tx, scope, params.id, params.broadcastId);
    const runs = await listRuns(tx, scope.applicationId, params.broadcastId, MAX_RUNS);
    const quiet_until = state === 'running' ? await findQuietEnd(tx, ctx, scope.applicationId) : null;
    return { data: { funnel: sumOf(runs.map(({ funnel }) => funnel)), runs, quiet_until } };
  });

  route(routes, broadcasts.getBroadcastAudience, async ({ tx, scope, params }) => {
    const { sendable_id, channel } = await getBroadcast(tx, scope, params.id, params.broadcastId);
    const audience = await countAudience(tx, scope, sendable_id ?? 0, channelsOf(channel));
    return { data: { ...audience, quiet_until: await findQuietEnd(tx, ctx, scope.applicationId) } };
  });

  route(routes, broadcasts.createBroadcast, async ({ tx, scope, params, body, note }) => {
    await getSurveyTitle(tx, scope.applicationId, params.id);
    const fields = await readBroadcast(tx, scope.applicationId, params.id, body);
    const now = ctx.clock();
    const next_run_at = await nextRunOf(tx, scope.applicationId, fields, now);
    if (next_run_at) await refuseUnseen(tx, scope, fields.sendable_id);
    const id = await insertBroadcast(tx, scope.applicationId, params.id, { ...fields, next_run_at, created_at: now });
    note.changed({}, { ...fields });
    return { data: await getBroadcast(tx, scope, params.id, id) };
  });

  route(routes, broadcasts.updateBroadcast, async ({ tx, scope, params, body, note }) => {
    const stored = await lockBroadcast(tx, scope.applicationId, params.id, params.broadcastId);
    checkVersion(stored.version, body.version);
    stateAfter('changed', stored);
    const before = await getBroadcast(tx, scope, params.id, params.broadcastId);
    const fields = await readBroadcast(tx, scope.applicationId, params.id, body);
    const next_run_at = await nextRunOf(tx, scope.applicationId, fields, ctx.clock());
    if (next_run_at) await refuseUnseen(tx, scope, fields.sendable_id);
    await updateBroadcast(tx, scope.applicationId, params.broadcastId, { ...fields, next_run_at });
    await moveBroadcast(tx, scope.applicationId, stored, next_run_at ? 'days_added' : 'changed');
    note.changed({ ...before, schedule: before.schedule === 1 }, { ...fields });
    return { data: await getBroadcast(tx, scope, params.id, params.broadcastId) };
  });

  const moves = [
    [broadcasts.executeBroadcast, executeBroadcast, 'sends'],
    [broadcasts.pauseBroadcast, (tx, _ctx, which) => pauseBroadcast(tx, which), 'stops'],
    [broadcasts.resumeBroadcast, resumeBroadcast, 'sends'],
    [broadcasts.cancelBroadcast, cancelBroadcast, 'stops'],
  ] satisfies [typeof broadcasts.executeBroadcast, typeof executeBroadcast, 'sends' | 'stops'][];
  for (const [endpoint, move, effect] of moves) {
    route(routes, endpoint, async ({ tx, scope, params }) => {
      const { applicationId } = scope;
      if (effect === 'sends') {
        const { sendable_id } = await getBroadcast(tx, scope, params.id, params.broadcastId);
        if (sendable_id !== null) await refuseUnseen(tx, scope, sendable_id);
      }
      await move(tx, ctx, { applicationId, surveyId: params.id, id: params.broadcastId });
      return { data: await getBroadcast(tx, scope, params.id, params.broadcastId) };
    });
  }

  route(
    routes,
    broadcasts.deleteBroadcast,
    async ({ tx, scope, params }) => {
      await deleteBroadcast(tx, ctx, {
        applicationId: scope.applicationId,
        surveyId: params.id,
        id: params.broadcastId,
      });
      return { data: { id: params.broadcastId } };
    },
    { versionOf: 'broadcasts' },
  );

  route(routes, broadcasts.testBroadcast, async ({ tx, scope, session, params, body }) => {
    await getSurveyTitle(tx, scope.applicationId, params.id);
    const tester = await getTester(tx, session.userId);
    await sendTest(tx, ctx, scope.applicationId, body, tester);
    return { data: { recipient: tester.email } };
  });
}

/**
 * Refuses to send to a list with people whom the caller cannot see: the number of recipients that the caller confirmed
 * would not include them.
 */
async function refuseUnseen(tx: Tx, scope: ApplicationScope, listId: number): Promise<void> {
  if (!(await seesWholeList(tx, scope, listId)))
    throw new Conflict('This list may hold people of other wards. Ask somebody who sees every ward to send it.');
}
