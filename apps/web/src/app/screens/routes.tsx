import { createRoute } from '@tanstack/react-router';
import { applicationPage, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id',
    component: applicationPage(() => import('./survey-screen.tsx'), 'SurveyScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/index',
    component: applicationPage(() => import('./survey-screen.tsx'), 'SurveyScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/applications/$id',
    component: page(() => import('./application-screen.tsx'), 'ApplicationScreen'),
  }),
] as const;
