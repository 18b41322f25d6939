import { createRoute } from '@tanstack/react-router';
import { patients } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/index',
    ...listScreen(patients.listPatients),
    component: applicationPage(() => import('./patients-page.tsx'), 'PatientsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/doubts',
    ...listScreen(patients.listIdentityConflicts),
    component: applicationPage(() => import('./doubts-page.tsx'), 'DoubtsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/patients/$id',
    component: applicationPage(() => import('./patient-page.tsx'), 'PatientPage'),
  }),
] as const;
