import { options } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { deleteOption, getOption, listOptions, lockOption, updateOptionColumns } from './options.queries.ts';
import { listSurveysWithOptions, reviseSurveys } from './survey-content.queries.ts';
import { insertOption } from './surveys.queries.ts';

type Row = Awaited<ReturnType<typeof listOptions>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  value: (row: Row) => row.value,
  escalate: (row: Row) => row.escalate,
  notify: (row: Row) => row.notify,
  questions: (row: Row) => row.questions_count,
};

export function optionRoutes(routes: Routes, ctx: Context): void {
  route(routes, options.listOptions, ({ tx, scope, query }) => listOptions(tx, scope, query));
  csvRoute(routes, options.listOptions, COLUMNS, ({ tx, scope, query }) => listOptions(tx, scope, query));

  route(routes, options.getOption, async ({ tx, scope, params }) => ({ data: await getOption(tx, scope, params.id) }));

  route(routes, options.createOption, async ({ tx, scope, body, note }) => {
    const id = await insertOption(tx, scope.applicationId, { ...body.option, translations: {} });
    note.changed({}, body.option);
    return { data: await getOption(tx, scope, id) };
  });

  route(routes, options.updateOption, async ({ tx, scope, params, body, note }) => {
    const { version, ...columns } = body.option;
    const { applicationId } = scope;
    await reviseSurveys(tx, applicationId, await listSurveysWithOptions(tx, applicationId, [params.id]), ctx.clock());
    const stored = await lockOption(tx, applicationId, params.id);
    checkVersion(stored.version, version);
    if (stored.agrees !== null && (columns.value ?? null) !== null)
      throw new Invalid({ value: ['An answer to a consent has no value. Say that it does not count.'] });
    if (Object.keys(columns).length > 0) await updateOptionColumns(tx, applicationId, params.id, columns);
    note.changed(stored, columns);
    return { data: await getOption(tx, scope, params.id) };
  });

  route(
    routes,
    options.deleteOption,
    async ({ tx, scope, params, note }) => {
      const { applicationId } = scope;
      await reviseSurveys(tx, applicationId, await listSurveysWithOptions(tx, applicationId, [params.id]), ctx.clock());
      const { title, value } = await lockOption(tx, applicationId, params.id);
      await deleteOption(tx, applicationId, params.id);
      note.changed({ title, value }, { title: null, value: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'options' },
  );
}
