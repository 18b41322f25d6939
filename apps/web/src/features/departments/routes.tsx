import { createRoute } from '@tanstack/react-router';
import { departments } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/index',
    ...listScreen(departments.listDepartments),
    component: page(() => import('./departments-page.tsx'), 'DepartmentsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/create',
    component: page(() => import('./department-create-page.tsx'), 'DepartmentCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/wards',
    component: page(() => import('./wards/wards-page.tsx'), 'WardsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/$id',
    component: page(() => import('./department-page.tsx'), 'DepartmentPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/$id/edit',
    component: page(() => import('./department-edit-page.tsx'), 'DepartmentEditPage'),
  }),
] as const;
