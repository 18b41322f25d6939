import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/broadcast',
    // The mailing list that somebody comes from.
    validateSearch: ({ list }: Record<string, unknown>): { list?: number } =>
      Number.isInteger(list) ? { list: Number(list) } : {},
    component: page(() => import('./survey-broadcasts-page.tsx'), 'SurveyBroadcastsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/broadcast/$broadcast_id',
    component: page(() => import('./broadcast-page.tsx'), 'BroadcastPage'),
  }),
] as const;
