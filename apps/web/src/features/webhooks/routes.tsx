import { createRoute } from '@tanstack/react-router';
import { webhooks } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/index',
    ...listScreen(webhooks.listWebhooks),
    component: applicationPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/create',
    component: applicationPage(() => import('./webhook-create-page.tsx'), 'WebhookCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$id',
    component: applicationPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$id/edit',
    component: applicationPage(() => import('./webhook-edit-page.tsx'), 'WebhookEditPage'),
  }),
] as const;
