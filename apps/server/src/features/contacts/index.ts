export {
  carryOptOutsOf,
  deleteContact,
  getContact,
  getCountry,
  insertContact,
  lockContact,
  idsFoundBy,
  phoneIn,
  readContacts,
  updateContact,
  type ContactValues,
} from './contacts.queries.ts';
export { isVisibleContact } from './is-visible-contact.ts';
export { patientOfContact } from './patient-of-contact.ts';
export { contactRoutes } from './contacts.routes.ts';
export { followPatients, insertContactsOfPatients } from './contacts-of-patients.ts';
export { insertContactsText, updateContactsText } from './write-contacts-text.ts';
export { readPhone } from './read-phone.ts';
