export { insertDepartment, insertEscalation } from './departments.queries.ts';
