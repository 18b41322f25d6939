import { createRoute } from '@tanstack/react-router';
import { inbox } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox',
    ...listScreen(inbox.listInbox),
    component: page(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
] as const;
