import { createRoute } from '@tanstack/react-router';
import { page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/controls',
    component: page(() => import('./controls-page.tsx'), 'ControlsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/forms',
    component: page(() => import('./forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/lists',
    component: page(() => import('./lists-page.tsx'), 'ListsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/charts',
    component: page(() => import('./charts-page.tsx'), 'ChartsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/records',
    component: page(() => import('./records-page.tsx'), 'RecordsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/gallery/foundations',
    component: page(() => import('./foundations-page.tsx'), 'FoundationsPage'),
  }),
] as const;
