import { createRoute } from '@tanstack/react-router';
import { contacts } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/index',
    ...listScreen(contacts.listContacts),
    component: page(() => import('./contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/create',
    component: page(() => import('./contact-create-page.tsx'), 'ContactCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/duplicates',
    ...listScreen(contacts.listDuplicates),
    component: page(() => import('./duplicates-page.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/$id',
    component: page(() => import('./contact-page.tsx'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/contacts/$id/edit',
    component: page(() => import('./contact-edit-page.tsx'), 'ContactEditPage'),
  }),
] as const;
