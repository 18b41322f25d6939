import { createRoute } from '@tanstack/react-router';
import { messages } from '@wardvoice/contract';
import type { LaunchProblem } from './record/ehr-launch-page.tsx';
import { applicationPage, listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/index',
    ...listScreen(messages.listMessages),
    component: applicationPage(() => import('./list/messages-pages.tsx'), 'AllMessagesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/$type_string/index',
    ...listScreen(messages.listMessages),
    component: applicationPage(() => import('./list/messages-pages.tsx'), 'MessagesOfTypePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/distribution-list/index',
    ...listScreen(messages.listMessages),
    component: applicationPage(() => import('./list/messages-pages.tsx'), 'MessagesOfListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/errors',
    ...listScreen(messages.listErrors),
    component: page(() => import('./errors/errors-page.tsx'), 'ErrorsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/$id',
    component: page(() => import('./record/message-page.tsx'), 'MessagePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/messages/create',
    component: applicationPage(() => import('./form/create-message-page.tsx'), 'CreateMessagePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/messages/discharges',
    ...listScreen(messages.listDischarges),
    component: applicationPage(() => import('./list/discharges-page.tsx'), 'DischargesOfMessagesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/messages/$id/edit',
    component: applicationPage(() => import('./form/edit-message-page.tsx'), 'EditMessagePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/$id/send',
    component: applicationPage(() => import('./record/send-message-page.tsx'), 'SendMessagePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/discharges/index',
    ...listScreen(messages.listDischarges),
    component: applicationPage(() => import('./list/discharges-page.tsx'), 'DischargesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/discharges/create',
    component: applicationPage(() => import('./form/create-message-page.tsx'), 'CreateDischargePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/discharges/$id',
    component: applicationPage(() => import('./record/discharge-page.tsx'), 'DischargePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/discharges/$id/edit',
    component: applicationPage(() => import('./form/edit-message-page.tsx'), 'EditDischargePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/messages/$id/feedback',
    component: applicationPage(() => import('./record/message-feedback-page.tsx'), 'MessageFeedbackPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/ehr-launch',
    validateSearch: ({ problem }): { problem?: LaunchProblem } =>
      problem === 'unknown' || problem === 'away' ? { problem } : {},
    component: applicationPage(() => import('./record/ehr-launch-page.tsx'), 'EhrLaunchPage'),
  }),
] as const;
