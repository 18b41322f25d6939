import { createRoute } from '@tanstack/react-router';
import { caseCauses, cases } from '@wardvoice/contract';
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
    path: '/cases/causes',
    component: page(() => import('./causes/causes-page.tsx'), 'CausesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/by_cause',
    ...listScreen(caseCauses.countCasesByCause),
    component: page(() => import('./causes/by-cause-page.tsx'), 'ByCausePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/$id',
    component: page(() => import('./case-page.tsx'), 'CasePage'),
  }),
] as const;
