import { createRoute } from '@tanstack/react-router';
import { alarms } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/alarms/index',
    ...listScreen(alarms.listAlarms),
    component: page(() => import('./alarms-page.tsx'), 'AlarmsPage'),
  }),
] as const;
