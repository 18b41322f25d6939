import { createRoute } from '@tanstack/react-router';
import { departments } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/index',
    ...listScreen(departments.listDepartments),
    component: applicationPage(() => import('./departments-page.tsx'), 'DepartmentsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/create',
    component: applicationPage(() => import('./department-create-page.tsx'), 'DepartmentCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/wards',
    component: applicationPage(() => import('./wards/wards-page.tsx'), 'WardsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/$id',
    component: applicationPage(() => import('./department-page.tsx'), 'DepartmentPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/departments/$id/edit',
    component: applicationPage(() => import('./department-edit-page.tsx'), 'DepartmentEditPage'),
  }),
] as const;
