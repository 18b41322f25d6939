import { createRoute } from '@tanstack/react-router';
import { users } from '@wardvoice/contract';
import { applicationPage, listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/users/index',
    ...listScreen(users.listUsers),
    component: page(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/users/create',
    component: page(() => import('./user-create-page.tsx'), 'UserCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/users/invite',
    component: applicationPage(() => import('./invite/invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/users/$id',
    component: page(() => import('./user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/users/$id/edit',
    component: page(() => import('./user-edit-page.tsx'), 'UserEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/users/$id/reset-password',
    component: page(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
] as const;
