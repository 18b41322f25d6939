import { createRoute } from '@tanstack/react-router';
import { categories } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/index',
    ...listScreen(categories.listCategories),
    component: page(() => import('./categories-page.tsx'), 'CategoriesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/create',
    component: page(() => import('./category-create-page.tsx'), 'CategoryCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/$id',
    component: page(() => import('./category-page.tsx'), 'CategoryPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/categories/$id/edit',
    component: page(() => import('./category-edit-page.tsx'), 'CategoryEditPage'),
  }),
] as const;
