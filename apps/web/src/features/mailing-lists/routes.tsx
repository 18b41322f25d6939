import { createRoute } from '@tanstack/react-router';
import { mailingLists } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/index',
    ...listScreen(mailingLists.listMailingLists),
    component: page(() => import('./mailing-lists-page.tsx'), 'MailingListsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/create',
    component: page(() => import('./mailing-list-create-page.tsx'), 'MailingListCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id',
    component: page(() => import('./mailing-list-page.tsx'), 'MailingListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id/edit',
    component: page(() => import('./mailing-list-edit-page.tsx'), 'MailingListEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/mailingList/$id/feedback',
    component: page(() => import('./take-survey-page.tsx'), 'TakeSurveyPage'),
  }),
] as const;
