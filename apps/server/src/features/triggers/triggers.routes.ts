import { triggers } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getApplication } from '../applications/index.ts';
import { checkTrigger } from './check-trigger.ts';
import { TRIGGER_CATALOG } from './trigger-catalog.ts';
import { countOpenLinks } from '../survey-uses/index.ts';
import {
  countScheduled,
  deleteTrigger,
  findTrigger,
  insertTrigger,
  listTriggers,
  lockTrigger,
  updateTrigger,
} from './triggers.queries.ts';

export function triggerRoutes(routes: Routes, ctx: Context): void {
  route(routes, triggers.getTriggerCatalog, async () => ({ data: TRIGGER_CATALOG }));

  route(routes, triggers.listTriggers, async ({ tx, scope, params, query }) => {
    await getApplication(tx, scope, params.id);
    return listTriggers(tx, params.id, query);
  });

  route(routes, triggers.createTrigger, async ({ tx, scope, params, body }) => {
    await getApplication(tx, scope, params.id);
    await checkTrigger(tx, params.id, body.trigger, ctx.gateways);
    return { data: await insertTrigger(tx, params.id, body.trigger) };
  });

  route(routes, triggers.updateTrigger, async ({ tx, scope, params, body }) => {
    await getApplication(tx, scope, params.id);
    const { version, ...trigger } = body.trigger;
    const stored = await lockTrigger(tx, params.id, params.triggerId);
    checkVersion(stored.version, version);
    await checkTrigger(tx, params.id, trigger, ctx.gateways);
    return { data: await updateTrigger(tx, params.id, params.triggerId, trigger) };
  });

  route(
    routes,
    triggers.deleteTrigger,
    async ({ tx, scope, params }) => {
      await getApplication(tx, scope, params.id);
      await deleteTrigger(tx, params.id, params.triggerId);
      return { data: { id: params.triggerId } };
    },
    { versionOf: 'triggers' },
  );

  route(
    routes,
    triggers.getTriggerUses,
    async ({ tx, scope, params }) => {
      await getApplication(tx, scope, params.id);
      const { config } = await findTrigger(tx, params.id, params.triggerId);
      const counts = await countScheduled(tx, params.id, params.triggerId);
      const { survey_id } = config;
      const unanswered =
        survey_id === undefined
          ? 0
          : await countOpenLinks(tx, params.id, { surveyId: survey_id, triggerId: params.triggerId, now: ctx.clock() });
      return { data: { ...counts, unanswered } };
    },
    { beyondWards: 'Who switches a trigger off must know how many messages of any ward it has scheduled.' },
  );
}
