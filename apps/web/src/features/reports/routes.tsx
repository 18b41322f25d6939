import { createRoute } from '@tanstack/react-router';
import { reports } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/trend',
    ...listScreen(reports.getTrend),
    component: applicationPage(() => import('./trend-page.tsx'), 'TrendPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/wards',
    ...listScreen(reports.getWards),
    component: applicationPage(() => import('./wards-page.tsx'), 'WardsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/comparison',
    ...listScreen(reports.getComparison),
    component: applicationPage(() => import('./comparison-page.tsx'), 'ComparisonPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/questions',
    ...listScreen(reports.getQuestions),
    component: applicationPage(() => import('./questions-page.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/themes',
    ...listScreen(reports.getThemes),
    component: applicationPage(() => import('./themes-page.tsx'), 'ThemesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/organisations',
    ...listScreen(reports.getOrganisations),
    component: applicationPage(() => import('./organisations-page.tsx'), 'OrganisationsPage'),
  }),
] as const;
