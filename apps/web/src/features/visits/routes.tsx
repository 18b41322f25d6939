import { createRoute } from '@tanstack/react-router';
import { applicationPage, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/visits/$id',
    component: applicationPage(() => import('./visit-page.tsx'), 'VisitPage'),
  }),
] as const;
