import { createRoute } from '@tanstack/react-router';
import { deliveries } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/deliveries/index',
    ...listScreen(deliveries.listDeliveries),
    component: page(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
  }),
] as const;
