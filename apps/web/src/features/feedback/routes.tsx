import { createRoute } from '@tanstack/react-router';
import { feedbackRecords } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/feedback/records',
    ...listScreen(feedbackRecords.listFeedback),
    component: applicationPage(() => import('./feedback-list-page.tsx'), 'FeedbackListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/feedback/records/$id',
    component: applicationPage(() => import('./feedback-page.tsx'), 'FeedbackPage'),
  }),
] as const;
