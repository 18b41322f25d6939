import { answerScales } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getQuestion, releaseScale } from '../surveys/index.ts';
import { deleteAnswerScale, getAnswerScale, listAnswerScales, lockAnswerScale } from './answer-scales.queries.ts';
import { createAnswerScale, updateAnswerScale } from './save-answer-scale.ts';
import { setQuestionScale } from './set-question-scale.ts';

type Row = Awaited<ReturnType<typeof listAnswerScales>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  options: (row: Row) => row.options.map(({ title, value }) => `${title} (${value ?? 'does not count'})`).join('; '),
  questions: (row: Row) => row.questions_count,
};

export function answerScaleRoutes(routes: Routes, ctx: Context): void {
  route(routes, answerScales.listAnswerScales, ({ tx, scope, query }) => listAnswerScales(tx, scope, query));
  csvRoute(routes, answerScales.listAnswerScales, COLUMNS, ({ tx, scope, query }) =>
    listAnswerScales(tx, scope, query),
  );

  route(routes, answerScales.getAnswerScale, async ({ tx, scope, params }) => ({
    data: await getAnswerScale(tx, scope, params.id),
  }));

  route(routes, answerScales.createAnswerScale, async ({ tx, scope, body, note }) => {
    const id = await createAnswerScale(tx, scope.applicationId, body.answer_scale);
    note.changed({}, body.answer_scale);
    return { data: await getAnswerScale(tx, scope, id) };
  });

  route(routes, answerScales.updateAnswerScale, async ({ tx, scope, params, body, note }) => {
    const { before, after } = await updateAnswerScale(
      tx,
      scope.applicationId,
      params.id,
      body.answer_scale,
      ctx.clock(),
    );
    note.changed(before, after);
    return { data: await getAnswerScale(tx, scope, params.id) };
  });

  route(
    routes,
    answerScales.deleteAnswerScale,
    async ({ tx, scope, params, note }) => {
      const { applicationId } = scope;
      const { title } = await lockAnswerScale(tx, applicationId, params.id);
      await releaseScale(tx, applicationId, params.id);
      await deleteAnswerScale(tx, applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'answer_scales' },
  );

  route(routes, answerScales.setQuestionScale, async ({ tx, scope, params, body, note }) => {
    const before = await setQuestionScale(tx, scope.applicationId, params.id, body.question, ctx.clock());
    note.changed({ scale_id: before }, { scale_id: body.question.scale_id });
    return { data: await getQuestion(tx, scope, params.id) };
  });
}
