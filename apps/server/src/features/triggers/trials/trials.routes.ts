import { may, triggers } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { Conflict } from '../../../platform/errors.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import { getApplication } from '../../applications/index.ts';
import { checkTrigger } from '../check-trigger.ts';
import { askForTrial } from './ask-for-trial.ts';
import { presentTrial } from './present-trial.ts';
import { previewTrigger } from './preview-trigger.ts';
import { moveTrial } from './trial-state.ts';
import { getTrial } from './trials.queries.ts';

/** Rules that are tried on past traffic: at once on some days, and in the background on years. */
export function trialRoutes(routes: Routes, ctx: Context): void {
  route(routes, triggers.previewTrigger, async ({ tx, scope, session, params, body, note }) => {
    await getApplication(tx, scope, params.id);
    await checkTrigger(tx, params.id, body.trigger, ctx.gateways);
    const names = may(session, 'messages.list') ? note : null;
    const options = { applicationId: params.id, days: body.days, now: ctx.clock(), names };
    return { data: await previewTrigger(tx, scope, body.trigger, options) };
  });

  route(routes, triggers.startTrial, async ({ tx, scope, params, body }) => {
    await getApplication(tx, scope, params.id);
    await checkTrigger(tx, params.id, body.trigger, ctx.gateways);
    const id = await askForTrial(tx, scope, params.id, body, ctx.clock());
    const shown = { applicationId: params.id, names: null };
    return { data: await presentTrial(tx, scope, await getTrial(tx, scope, params.id, id), shown) };
  });

  route(routes, triggers.getTrial, async ({ tx, scope, session, params, note }) => {
    await getApplication(tx, scope, params.id);
    const shown = { applicationId: params.id, names: may(session, 'messages.list') ? note : null };
    return { data: await presentTrial(tx, scope, await getTrial(tx, scope, params.id, params.trialId), shown) };
  });

  route(routes, triggers.cancelTrial, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    const trial = await getTrial(tx, scope, params.id, params.trialId);
    if (!(await moveTrial(tx, trial.id, 'cancelled', { finished_at: ctx.clock() })))
      throw new Conflict('This trial is over already.');
    const shown = { applicationId: params.id, names: null };
    return { data: await presentTrial(tx, scope, await getTrial(tx, scope, params.id, trial.id), shown) };
  });
}
