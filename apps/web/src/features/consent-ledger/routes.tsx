import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/consent/index',
    component: page(() => import('./consent-page.tsx'), 'ConsentPage'),
  }),
] as const;
