import { createRoute } from '@tanstack/react-router';
import { destinations } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/destinations/index',
    ...listScreen(destinations.listDestinations),
    component: applicationPage(() => import('./destinations-page.tsx'), 'DestinationsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/destinations/create',
    component: applicationPage(() => import('./destination-create-page.tsx'), 'DestinationCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/destinations/$id',
    component: applicationPage(() => import('./destination-page.tsx'), 'DestinationPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/destinations/$id/edit',
    component: applicationPage(() => import('./destination-edit-page.tsx'), 'DestinationEditPage'),
  }),
] as const;
