import { createRoute } from '@tanstack/react-router';
import { applicationPage, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/broadcast',
    // The mailing list that somebody comes from.
    validateSearch: ({ list }: Record<string, unknown>): { list?: number } =>
      Number.isInteger(list) ? { list: Number(list) } : {},
    component: applicationPage(() => import('./survey-broadcasts-page.tsx'), 'SurveyBroadcastsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/broadcast/$broadcast_id',
    component: applicationPage(() => import('./broadcast-page.tsx'), 'BroadcastPage'),
  }),
] as const;
