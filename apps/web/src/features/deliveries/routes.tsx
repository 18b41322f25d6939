import { createRoute } from '@tanstack/react-router';
import { deliveries } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/deliveries/index',
    ...listScreen(deliveries.listDeliveries),
    component: applicationPage(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/deliveries/calendar',
    // The month that is shown; without one, that of today.
    validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
      typeof month === 'string' && /^(19|2[0-8])\d{2}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
    component: applicationPage(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
] as const;
