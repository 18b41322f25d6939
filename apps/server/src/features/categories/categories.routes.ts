import { categories } from '@wardvoice/contract';
import { checkVersion } from '../../platform/db/version.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import {
  deleteCategory,
  getCategory,
  insertCategory,
  listCategories,
  lockCategory,
  updateCategoryColumns,
} from './categories.queries.ts';
import { checkCategory } from './check-category.ts';

type Row = Awaited<ReturnType<typeof listCategories>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  department: (row: Row) => row.department?.title,
  questions: (row: Row) => row.questions_count,
};

export function categoryRoutes(routes: Routes): void {
  route(routes, categories.listCategories, ({ tx, scope, query }) => listCategories(tx, scope, query));
  csvRoute(routes, categories.listCategories, COLUMNS, ({ tx, scope, query }) => listCategories(tx, scope, query));

  route(routes, categories.getCategory, async ({ tx, scope, params }) => ({
    data: await getCategory(tx, scope, params.id),
  }));

  route(routes, categories.createCategory, async ({ tx, scope, body, note }) => {
    const { title, department_id = null, translations = {} } = body.category;
    const category = { title, department_id, translations: written(translations) };
    await checkCategory(tx, scope.applicationId, category);
    const id = await insertCategory(tx, scope.applicationId, category);
    note.changed({}, category);
    return { data: await getCategory(tx, scope, id) };
  });

  route(routes, categories.updateCategory, async ({ tx, scope, params, body, note }) => {
    const { version, translations, ...columns } = body.category;
    const stored = await lockCategory(tx, scope.applicationId, params.id);
    checkVersion(stored.version, version);
    await checkCategory(tx, scope.applicationId, columns, params.id);
    const changes = { ...columns, ...(translations ? { translations: written(translations) } : {}) };
    if (Object.keys(changes).length > 0) await updateCategoryColumns(tx, scope.applicationId, params.id, changes);
    note.changed(stored, changes);
    return { data: await getCategory(tx, scope, params.id) };
  });

  route(
    routes,
    categories.deleteCategory,
    async ({ tx, scope, params, note }) => {
      const { title, department_id } = await lockCategory(tx, scope.applicationId, params.id);
      await deleteCategory(tx, scope.applicationId, params.id);
      note.changed({ title, department_id }, { title: null, department_id: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'categories' },
  );
}

/** An empty title is not stored as a translation: the portal then shows the original title. */
const written = (translations: Record<string, { title: string }>) =>
  Object.fromEntries(Object.entries(translations).filter(([, { title }]) => title !== ''));
