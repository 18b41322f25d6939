import { createRoute } from '@tanstack/react-router';
import { results } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/results',
    ...listScreen(results.getResults),
    component: applicationPage(() => import('./results-page.tsx'), 'ResultsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/overview',
    ...listScreen(results.listSurveyFigures),
    component: applicationPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
