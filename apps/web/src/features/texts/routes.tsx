import { createRoute } from '@tanstack/react-router';
import { texts } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/texts/index',
    ...listScreen(texts.listTexts),
    component: page(() => import('./texts-page.tsx'), 'TextsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/texts/$id',
    component: page(() => import('./text-page.tsx'), 'TextPage'),
  }),
] as const;
