import { createRoute } from '@tanstack/react-router';
import { inbox } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox',
    ...listScreen(inbox.listInbox),
    component: applicationPage(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
] as const;
