import { createRoute } from '@tanstack/react-router';
import { pathways } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/pathways/index',
    ...listScreen(pathways.listPathways),
    component: applicationPage(() => import('./pathways-page.tsx'), 'PathwaysPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/pathways/people',
    ...listScreen(pathways.listEnrolments),
    component: applicationPage(() => import('./people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/pathways/create',
    component: applicationPage(() => import('./pathway-form-pages.tsx'), 'PathwayCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/pathways/$id',
    component: applicationPage(() => import('./pathway-page.tsx'), 'PathwayPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/pathways/$id/edit',
    component: applicationPage(() => import('./pathway-form-pages.tsx'), 'PathwayEditPage'),
  }),
] as const;
