export { forgetRowsNaming, isAnyImportRunning } from './forget-rows.queries.ts';
export { contactImportRoutes } from './contact-imports.routes.ts';
export { IMPORT_CONTACTS, runImport } from './run-import.ts';
