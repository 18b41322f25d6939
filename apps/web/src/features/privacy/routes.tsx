import { createRoute } from '@tanstack/react-router';
import { privacy } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/privacy/index',
    ...listScreen(privacy.listErasures),
    component: applicationPage(() => import('./erasures-page.tsx'), 'ErasuresPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/privacy/$id',
    component: applicationPage(() => import('./erasure-page.tsx'), 'ErasurePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/legal-holds/index',
    ...listScreen(privacy.listLegalHolds),
    component: applicationPage(() => import('./legal-holds-page.tsx'), 'LegalHoldsPage'),
  }),
] as const;
