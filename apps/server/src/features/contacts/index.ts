export {
  getContact,
  getCountry,
  insertContact,
  lockContact,
  idsFoundBy,
  phoneIn,
  readContacts,
} from './contacts.queries.ts';
export { contactRoutes } from './contacts.routes.ts';
export { readPhone } from './read-phone.ts';
