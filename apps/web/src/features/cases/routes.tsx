import { createRoute } from '@tanstack/react-router';
import { cases } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/index',
    ...listScreen(cases.listCases),
    component: page(() => import('./cases-page.tsx'), 'CasesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/$id',
    component: page(() => import('./case-page.tsx'), 'CasePage'),
  }),
] as const;
