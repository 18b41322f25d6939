import { createRoute } from '@tanstack/react-router';
import { roles } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/roles/index',
    ...listScreen(roles.listRoles),
    component: applicationPage(() => import('./roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/roles/create',
    /** `from`: the role whose permissions the new one begins with. */
    validateSearch: ({ from }: Record<string, unknown>): { from?: number } =>
      Number.isInteger(Number(from)) && Number(from) > 0 ? { from: Number(from) } : {},
    component: applicationPage(() => import('./role-create-page.tsx'), 'RoleCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/roles/$id',
    component: applicationPage(() => import('./role-page.tsx'), 'RolePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/roles/$id/edit',
    component: applicationPage(() => import('./role-edit-page.tsx'), 'RoleEditPage'),
  }),
] as const;
