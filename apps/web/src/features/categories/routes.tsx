import { createRoute } from '@tanstack/react-router';
import { categories } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/index',
    ...listScreen(categories.listCategories),
    component: applicationPage(() => import('./categories-page.tsx'), 'CategoriesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/create',
    component: applicationPage(() => import('./category-create-page.tsx'), 'CategoryCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/$id',
    component: applicationPage(() => import('./category-page.tsx'), 'CategoryPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/$id/edit',
    component: applicationPage(() => import('./category-edit-page.tsx'), 'CategoryEditPage'),
  }),
] as const;
