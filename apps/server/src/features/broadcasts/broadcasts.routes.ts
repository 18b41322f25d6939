import { broadcasts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { Scope } from '../../platform/scope.ts';
import { INVITATION_TEXTS } from '../triggers/index.ts';
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
  nextRunOf,
  pauseBroadcast,
  resumeBroadcast,
} from './move-broadcast.ts';
import { findQuietEnd } from './find-quiet-end.ts';
import { channelsOf, listRuns, sumOf } from './runs.queries.ts';
import { readBroadcast } from './save-broadcast.ts';
import { sendTest } from './send-test.ts';

/** Runs whose figures are shown; a schedule of years has more. */
const MOST_RUNS = 400;

const applicationOf = (scope: Scope) => scope.applicationId as number;

export function broadcastRoutes(routes: Routes, house: Context): void {
  route(routes, broadcasts.listBroadcasts, async ({ tx, scope, params, query }) => {
    await getSurveyTitle(tx, applicationOf(scope), params.id);
    return listBroadcasts(tx, applicationOf(scope), params.id, query);
  });

  route(routes, broadcasts.getBroadcastForm, async ({ tx, scope, params }) => {
    const title = await getSurveyTitle(tx, applicationOf(scope), params.id);
    const hospital = await getHospital(tx, applicationOf(scope));
    const standard = INVITATION_TEXTS[hospital.language] ?? INVITATION_TEXTS['en'];
    const { subject = '', email = '', sms = '' } = standard ?? {};
    return {
      data: {
        survey: { id: params.id, title },
        mailing_lists: await listMailingListChoices(tx, applicationOf(scope)),
        hospital: hospital.title,
        time_zone: hospital.time_zone,
        standard: { subject, email, sms },
      },
    };
  });

  route(routes, broadcasts.getBroadcast, async ({ tx, scope, params }) => ({
    data: await getBroadcast(tx, applicationOf(scope), params.id, params.broadcastId),
  }));

  route(routes, broadcasts.getBroadcastResults, async ({ tx, scope, params }) => {
    const { state } = await getBroadcast(tx, applicationOf(scope), params.id, params.broadcastId);
    const runs = await listRuns(tx, applicationOf(scope), params.broadcastId, MOST_RUNS);
    const quiet_until = state === 'running' ? await findQuietEnd(tx, house, applicationOf(scope)) : null;
    return { data: { funnel: sumOf(runs.map(({ funnel }) => funnel)), runs, quiet_until } };
  });

  route(routes, broadcasts.getBroadcastAudience, async ({ tx, scope, params }) => {
    const { sendable_id, channel } = await getBroadcast(tx, applicationOf(scope), params.id, params.broadcastId);
    const audience = await countAudience(tx, applicationOf(scope), sendable_id ?? 0, channelsOf(channel));
    return { data: { ...audience, quiet_until: await findQuietEnd(tx, house, applicationOf(scope)) } };
  });

  route(routes, broadcasts.createBroadcast, async ({ tx, scope, params, body, note }) => {
    await getSurveyTitle(tx, applicationOf(scope), params.id);
    const fields = await readBroadcast(tx, applicationOf(scope), params.id, body);
    const now = house.clock();
    const next_run_at = await nextRunOf(tx, applicationOf(scope), fields, now);
    const id = await insertBroadcast(tx, applicationOf(scope), params.id, { ...fields, next_run_at, created_at: now });
    note.changed({}, { ...fields });
    return { data: await getBroadcast(tx, applicationOf(scope), params.id, id) };
  });

  route(routes, broadcasts.updateBroadcast, async ({ tx, scope, params, body, note }) => {
    const stored = await lockBroadcast(tx, applicationOf(scope), params.id, params.broadcastId);
    checkVersion(stored.version, body.version);
    if (stored.state === 'running') throw new Conflict('This broadcast is running. Wait for its end, or cancel it.');
    if (stored.state === 'cancelled') throw new Conflict('This broadcast was cancelled. Make a new one.');
    const before = await getBroadcast(tx, applicationOf(scope), params.id, params.broadcastId);
    const fields = await readBroadcast(tx, applicationOf(scope), params.id, body);
    const next_run_at = await nextRunOf(tx, applicationOf(scope), fields, house.clock());
    const state = stored.state === 'finished' && next_run_at ? 'scheduled' : stored.state;
    await updateBroadcast(tx, applicationOf(scope), params.broadcastId, { ...fields, next_run_at, state });
    note.changed({ ...before, schedule: before.schedule === 1 }, { ...fields });
    return { data: await getBroadcast(tx, applicationOf(scope), params.id, params.broadcastId) };
  });

  const moves = [
    [broadcasts.executeBroadcast, executeBroadcast],
    [broadcasts.pauseBroadcast, (tx, _house, which) => pauseBroadcast(tx, which)],
    [broadcasts.resumeBroadcast, resumeBroadcast],
    [broadcasts.cancelBroadcast, cancelBroadcast],
  ] satisfies [typeof broadcasts.executeBroadcast, typeof executeBroadcast][];
  for (const [endpoint, move] of moves) {
    route(routes, endpoint, async ({ tx, scope, params }) => {
      const applicationId = applicationOf(scope);
      await move(tx, house, { applicationId, surveyId: params.id, id: params.broadcastId });
      return { data: await getBroadcast(tx, applicationId, params.id, params.broadcastId) };
    });
  }

  route(routes, broadcasts.deleteBroadcast, async ({ tx, scope, params }) => {
    await deleteBroadcast(tx, house, {
      applicationId: applicationOf(scope),
      surveyId: params.id,
      id: params.broadcastId,
    });
    return { data: { id: params.broadcastId } };
  });

  route(routes, broadcasts.testBroadcast, async ({ tx, scope, session, params, body }) => {
    await getSurveyTitle(tx, applicationOf(scope), params.id);
    const tester = await getTester(tx, session.userId);
    await sendTest(tx, house, applicationOf(scope), body, tester);
    return { data: { recipient: tester.email } };
  });
}
