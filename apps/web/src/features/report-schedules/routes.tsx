import { createRoute } from '@tanstack/react-router';
import { reportPacks } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/by_email/index',
    ...listScreen(reportPacks.listReportSchedules),
    component: applicationPage(() => import('./schedules-page.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/by_email/create',
    component: applicationPage(() => import('./schedule-create-page.tsx'), 'ScheduleCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/by_email/$id',
    component: applicationPage(() => import('./schedule-page.tsx'), 'SchedulePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/reports/by_email/$id/edit',
    component: applicationPage(() => import('./schedule-edit-page.tsx'), 'ScheduleEditPage'),
  }),
] as const;
