import { createRoute } from '@tanstack/react-router';
import { caseCauses, cases } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/index',
    ...listScreen(cases.listCases),
    component: applicationPage(() => import('./cases-page.tsx'), 'CasesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/causes',
    component: applicationPage(() => import('./causes/causes-page.tsx'), 'CausesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/by_cause',
    ...listScreen(caseCauses.countCasesByCause),
    component: applicationPage(() => import('./causes/by-cause-page.tsx'), 'ByCausePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cases/$id',
    component: applicationPage(() => import('./case-page.tsx'), 'CasePage'),
  }),
] as const;
