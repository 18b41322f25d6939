export {
  contactColumns,
  getContact,
  getCountry,
  insertContact,
  lockContact,
  phoneIn,
  searchFor,
} from './contacts.queries.ts';
export { contactRoutes } from './contacts.routes.ts';
export { readPhone } from './read-phone.ts';
