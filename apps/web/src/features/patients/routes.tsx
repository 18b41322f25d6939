import { createRoute } from '@tanstack/react-router';
import { patients } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/index',
    ...listScreen(patients.listPatients),
    component: page(() => import('./patients-page.tsx'), 'PatientsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/doubts',
    ...listScreen(patients.listIdentityConflicts),
    component: page(() => import('./doubts-page.tsx'), 'DoubtsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/$id',
    component: page(() => import('./patient-page.tsx'), 'PatientPage'),
  }),
] as const;
