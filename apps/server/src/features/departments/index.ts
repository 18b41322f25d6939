export { departmentExists, insertDepartment } from './departments.queries.ts';
export { departmentRoutes } from './departments.routes.ts';
export { insertEscalation } from './escalations.queries.ts';
export { findDepartmentOfWard, listDepartmentsOfWards, type DepartmentOfWard } from './wards/wards.queries.ts';
