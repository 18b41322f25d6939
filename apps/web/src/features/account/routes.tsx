import { createRoute } from '@tanstack/react-router';
import { accountEmails } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/lock',
    component: page(() => import('./lock/lock-page.tsx'), 'LockPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: page(() => import('./account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account-emails/index',
    ...listScreen(accountEmails.listAccountEmails),
    component: page(() => import('./account-emails-page.tsx'), 'AccountEmailsPage'),
  }),
] as const;
