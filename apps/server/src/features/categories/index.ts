export { insertCategory } from './categories.queries.ts';
