import { questions } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes, type SignedInCall } from '../../platform/http/route.ts';
import { refuseWhileHangsOn } from './conditions/conditions.queries.ts';
import { rulesInWords } from '../survey-content/index.ts';
import { completeOrder } from './check-question.ts';
import { createQuestion } from './create-question.ts';
import { lockOption } from './options.queries.ts';
import {
  attachOption,
  deleteQuestion,
  detachOption,
  getQuestion,
  listAssignableOptions,
  listQuestions,
  listQuestionsOfSurvey,
  lockQuestion,
  refuseFixedOptions,
  refuseWhileScored,
  setOptionOrder,
  surveyOfQuestion,
} from './questions.queries.ts';
import { orderQuestions } from './sections/order-survey.ts';
import { reviseSurveys } from './survey-content.queries.ts';
import { insertOption, lockSurvey } from './surveys.queries.ts';
import { updateQuestion } from './update-question.ts';

type Row = Awaited<ReturnType<typeof listQuestions>>['data'][number];
const COLUMNS = {
  id: (row: Row) => row.id,
  survey: (row: Row) => row.survey_title,
  title: (row: Row) => row.title,
  type_of: (row: Row) => row.type_of,
  required: (row: Row) => row.required,
  category: (row: Row) => row.category?.title,
  limits: (row: Row) => rulesInWords(row),
  options: (row: Row) => row.options.map(({ title, value }) => `${title} (${value ?? 'does not count'})`).join('; '),
};

export function questionRoutes(routes: Routes, ctx: Context): void {
  route(routes, questions.listQuestions, ({ tx, scope, query }) => listQuestions(tx, scope, query));
  csvRoute(routes, questions.listQuestions, COLUMNS, ({ tx, scope, query }) => listQuestions(tx, scope, query));

  route(routes, questions.listSurveyQuestions, async ({ tx, scope, params, query }) => {
    await lockSurvey(tx, scope.applicationId, params.id);
    return listQuestions(tx, scope, { ...query, survey_id: params.id });
  });

  route(routes, questions.getQuestion, async ({ tx, scope, params }) => ({
    data: await getQuestion(tx, scope, params.id),
  }));

  route(routes, questions.createQuestion, async ({ tx, scope, params, body, note }) => {
    const id = await createQuestion(tx, scope.applicationId, params.id, body.question, ctx.clock());
    note.changed({}, body.question);
    return { data: await getQuestion(tx, scope, id) };
  });

  route(routes, questions.updateQuestion, async ({ tx, scope, params, body, note }) => {
    const { before, after } = await updateQuestion(tx, scope.applicationId, params.id, body.question, ctx.clock());
    note.changed(before, after);
    return { data: await getQuestion(tx, scope, params.id) };
  });

  route(routes, questions.deleteQuestion, (call) => remove(call, call.params.id), { versionOf: 'questions' });

  route(
    routes,
    questions.deleteSurveyQuestion,
    async (call) => {
      const { tx, scope, params } = call;
      await lockSurvey(tx, scope.applicationId, params.id);
      return remove(call, params.questionId, params.id);
    },
    { versionOf: 'questions' },
  );

  route(routes, questions.orderQuestions, async ({ tx, scope, params, body }) => {
    const { applicationId } = scope;
    await orderQuestions(tx, applicationId, params.id, body.survey.question_ids, ctx.clock());
    return { data: await listQuestionsOfSurvey(tx, applicationId, params.id) };
  });

  route(routes, questions.listQuestionOptions, async ({ tx, scope, params, query }) => {
    await surveyOfQuestion(tx, scope.applicationId, params.id);
    return listAssignableOptions(tx, scope, params.id, query);
  });

  route(routes, questions.assignOption, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    await revise(tx, applicationId, params.id);
    await refuseFixedOptions(tx, applicationId, params.id);
    const { id: existing, title = '', value = 0, ...flags } = body.option;
    const optionId =
      existing === undefined
        ? await insertOption(tx, applicationId, { title, value, ...flags, translations: {} })
        : (await lockOption(tx, applicationId, existing)).id;
    await attachOption(tx, applicationId, params.id, optionId);
    note.changed({}, { question_id: params.id, option_id: optionId });
    return { data: { ...(await lockOption(tx, applicationId, optionId)), assigned: 1 } };
  });

  route(routes, questions.orderOptions, async ({ tx, scope, params, body }) => {
    const { applicationId } = scope;
    await revise(tx, applicationId, params.id);
    await refuseFixedOptions(tx, applicationId, params.id);
    const { options, version } = await getQuestion(tx, scope, params.id);
    checkVersion(version, body.question.version);
    await setOptionOrder(tx, applicationId, params.id, completeOrder(options, body.question.option_ids));
    return { data: await getQuestion(tx, scope, params.id) };
  });

  route(routes, questions.removeOption, async ({ tx, scope, params, note }) => {
    const { id: questionId, optionId } = params;
    const { applicationId } = scope;
    await revise(tx, applicationId, questionId);
    await refuseFixedOptions(tx, applicationId, questionId);
    await refuseWhileHangsOn(tx, applicationId, { questionId, optionId });
    await detachOption(tx, applicationId, questionId, optionId);
    note.changed({ question_id: questionId, option_id: optionId }, { question_id: null, option_id: null });
    return { data: { id: optionId } };
  });

  async function revise(tx: SignedInCall<never>['tx'], applicationId: number, questionId: number): Promise<void> {
    const surveyId = await surveyOfQuestion(tx, applicationId, questionId);
    await reviseSurveys(tx, applicationId, [surveyId], ctx.clock());
  }

  async function remove(
    { tx, scope, note }: Pick<SignedInCall<typeof questions.deleteQuestion>, 'tx' | 'scope' | 'note'>,
    id: number,
    surveyId?: number,
  ): Promise<{ data: { id: number } }> {
    const { applicationId } = scope;
    if (surveyId !== undefined && (await surveyOfQuestion(tx, applicationId, id)) !== surveyId)
      throw new NotFound('This question');
    await revise(tx, applicationId, id);
    const { title } = await lockQuestion(tx, applicationId, id);
    await refuseWhileHangsOn(tx, applicationId, { questionId: id });
    await refuseWhileScored(tx, applicationId, id);
    await deleteQuestion(tx, applicationId, id);
    note.changed({ title }, { title: null });
    return { data: { id } };
  }
}
