import { createRoute } from '@tanstack/react-router';
import { applicationPage, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/scim/index',
    component: applicationPage(() => import('./tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scim/create',
    component: applicationPage(() => import('./token-create-page.tsx'), 'TokenCreatePage'),
  }),
] as const;
