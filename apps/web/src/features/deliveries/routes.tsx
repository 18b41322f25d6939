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
] as const;
