import { createRoute } from '@tanstack/react-router';
import { results } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/results',
    ...listScreen(results.getResults),
    component: page(() => import('./results-page.tsx'), 'ResultsPage'),
  }),
] as const;
