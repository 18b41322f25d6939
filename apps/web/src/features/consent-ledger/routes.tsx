import { createRoute } from '@tanstack/react-router';
import { applicationPage, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/consent/index',
    component: applicationPage(() => import('./consent-page.tsx'), 'ConsentPage'),
  }),
] as const;
