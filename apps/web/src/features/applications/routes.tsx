import { createRoute } from '@tanstack/react-router';
import { applications } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/applications/index',
    ...listScreen(applications.listApplications),
    component: page(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/applications/create',
    component: page(() => import('./create-application-page.tsx'), 'CreateApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/applications/$id/edit',
    component: page(() => import('./edit-application-page.tsx'), 'EditApplicationPage'),
  }),
] as const;
