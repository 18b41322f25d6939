import { createRoute } from '@tanstack/react-router';
import { feedbackRecords } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/feedback/records',
    ...listScreen(feedbackRecords.listFeedback),
    component: page(() => import('./feedback-list-page.tsx'), 'FeedbackListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/feedback/records/$id',
    component: page(() => import('./feedback-page.tsx'), 'FeedbackPage'),
  }),
] as const;
