import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/scim/index',
    component: page(() => import('./tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scim/create',
    component: page(() => import('./token-create-page.tsx'), 'TokenCreatePage'),
  }),
] as const;
