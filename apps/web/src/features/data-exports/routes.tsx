import { createRoute } from '@tanstack/react-router';
import { dataExports } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/data-exports/index',
    ...listScreen(dataExports.listDataExports),
    component: applicationPage(() => import('./exports-page.tsx'), 'ExportsPage'),
  }),
] as const;
