import { savedViews } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { createView, readViews, removeView, updateView } from './save-view.ts';

export function savedViewRoutes(routes: Routes): void {
  route(routes, savedViews.listSavedViews, async (call) => ({ data: await readViews(call.tx, call) }));
  route(routes, savedViews.createSavedView, async (call) => ({
    data: await createView(call.tx, call, call.body.saved_view),
  }));
  route(routes, savedViews.updateSavedView, async (call) => ({
    data: await updateView(call.tx, call, call.params.id, call.body.saved_view),
  }));
  route(
    routes,
    savedViews.deleteSavedView,
    async (call) => {
      await removeView(call.tx, call, call.params.id);
      return { data: { id: call.params.id } };
    },
    { versionOf: 'saved_views' },
  );
}
