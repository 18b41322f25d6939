import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard',
    component: page(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
] as const;
