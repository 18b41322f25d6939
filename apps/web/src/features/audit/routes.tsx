import { createRoute } from '@tanstack/react-router';
import { audit } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/audit/index',
    ...listScreen(audit.listAudit),
    component: page(() => import('./audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit/sheet',
    ...listScreen(audit.listAudit),
    component: page(() => import('./sheet-page.tsx'), 'SheetPage'),
  }),
] as const;
