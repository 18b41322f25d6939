import { createRoute } from '@tanstack/react-router';
import { apiKeys } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/api-keys/index',
    ...listScreen(apiKeys.listApiKeys),
    component: applicationPage(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/api-keys/create',
    component: applicationPage(() => import('./key-create-page.tsx'), 'KeyCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/api-keys/$id',
    component: applicationPage(() => import('./key-page.tsx'), 'KeyPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/api-keys/$id/edit',
    component: applicationPage(() => import('./key-edit-page.tsx'), 'KeyEditPage'),
  }),
] as const;
