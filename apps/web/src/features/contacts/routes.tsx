import { createRoute } from '@tanstack/react-router';
import { contacts } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/index',
    ...listScreen(contacts.listContacts),
    component: applicationPage(() => import('./contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/create',
    component: applicationPage(() => import('./contact-create-page.tsx'), 'ContactCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/duplicates',
    ...listScreen(contacts.listDuplicates),
    component: applicationPage(() => import('./duplicates-page.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/$id',
    component: applicationPage(() => import('./contact-page.tsx'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/$id/edit',
    component: applicationPage(() => import('./contact-edit-page.tsx'), 'ContactEditPage'),
  }),
] as const;
