import { triggers } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getApplication } from '../applications/index.ts';
import { checkTrigger } from './check-trigger.ts';
import { TRIGGER_CATALOG } from './trigger-catalog.ts';
import { deleteTrigger, insertTrigger, listTriggers, updateTrigger } from './triggers.queries.ts';

export function triggerRoutes(routes: Routes): void {
  route(routes, triggers.getTriggerCatalog, async () => ({ data: TRIGGER_CATALOG }));

  route(routes, triggers.listTriggers, async ({ tx, scope, params, query }) => {
    await getApplication(tx, scope, params.id);
    return (await listTriggers(tx, params.id, query)) as never;
  });

  route(routes, triggers.createTrigger, async ({ tx, scope, params, body }) => {
    await getApplication(tx, scope, params.id);
    await checkTrigger(tx, params.id, body.trigger);
    return { data: (await insertTrigger(tx, params.id, body.trigger)) as never };
  });

  route(routes, triggers.updateTrigger, async ({ tx, scope, params, body }) => {
    await getApplication(tx, scope, params.id);
    await checkTrigger(tx, params.id, body.trigger);
    return { data: (await updateTrigger(tx, params.id, params.triggerId, body.trigger)) as never };
  });

  route(routes, triggers.deleteTrigger, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    await deleteTrigger(tx, params.id, params.triggerId);
    return { data: { id: params.triggerId } };
  });
}
