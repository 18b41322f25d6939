import { createRoute } from '@tanstack/react-router';
import { mailingLists } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/index',
    ...listScreen(mailingLists.listMailingLists),
    component: applicationPage(() => import('./mailing-lists-page.tsx'), 'MailingListsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/create',
    component: applicationPage(() => import('./mailing-list-create-page.tsx'), 'MailingListCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id',
    component: applicationPage(() => import('./mailing-list-page.tsx'), 'MailingListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id/edit',
    component: applicationPage(() => import('./mailing-list-edit-page.tsx'), 'MailingListEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id/feedback',
    component: applicationPage(() => import('./take-survey-page.tsx'), 'TakeSurveyPage'),
  }),
] as const;
