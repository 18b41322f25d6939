import { createRoute } from '@tanstack/react-router';
import { permissions } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/permissions/index',
    ...listScreen(permissions.listPermissions),
    component: page(() => import('./permissions-page.tsx'), 'PermissionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/permissions/create',
    component: page(() => import('./permission-create-page.tsx'), 'PermissionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/permissions/$id',
    component: page(() => import('./permission-page.tsx'), 'PermissionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/permissions/$id/edit',
    component: page(() => import('./permission-edit-page.tsx'), 'PermissionEditPage'),
  }),
] as const;
