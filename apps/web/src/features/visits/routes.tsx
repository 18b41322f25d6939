import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/visits/$id',
    component: page(() => import('./visit-page.tsx'), 'VisitPage'),
  }),
] as const;
