import { createRoute } from '@tanstack/react-router';
import { wardPages } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/ward_pages/index',
    ...listScreen(wardPages.listWardPages),
    component: applicationPage(() => import('./ward-pages-page.tsx'), 'WardPagesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/ward_pages/create',
    component: applicationPage(() => import('./ward-page-create-page.tsx'), 'WardPageCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/ward_pages/$id',
    component: applicationPage(() => import('./ward-page-page.tsx'), 'WardPagePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/ward_pages/$id/edit',
    component: applicationPage(() => import('./ward-page-edit-page.tsx'), 'WardPageEditPage'),
  }),
] as const;
