import { sections } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { checkVersion } from '../../../platform/db/version.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import { reviseSurveys } from '../survey-content.queries.ts';
import { lockSurvey } from '../surveys.queries.ts';
import { orderSurvey } from './order-survey.ts';
import {
  deleteSection,
  insertSection,
  listItems,
  lockSection,
  placeAtEnd,
  updateSectionColumns,
} from './sections.queries.ts';

export function sectionRoutes(routes: Routes, ctx: Context): void {
  route(routes, sections.createSection, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    const { id: survey_id } = params;
    await lockSurvey(tx, applicationId, survey_id);
    await reviseSurveys(tx, applicationId, [survey_id], ctx.clock());
    const sort_order = await placeAtEnd(tx, applicationId, survey_id);
    const row = { ...body.section, survey_id, sort_order, translations: {} };
    const sectionId = await insertSection(tx, applicationId, row);
    note.changed({}, body.section);
    return { data: await lockSection(tx, applicationId, { id: survey_id, sectionId }) };
  });

  route(routes, sections.updateSection, async ({ tx, scope, params, body, note }) => {
    const { version, ...columns } = body.section;
    const { applicationId } = scope;
    await lockSurvey(tx, applicationId, params.id);
    const stored = await lockSection(tx, applicationId, params);
    checkVersion(stored.version, version);
    await reviseSurveys(tx, applicationId, [params.id], ctx.clock());
    if (Object.keys(columns).length > 0) await updateSectionColumns(tx, applicationId, params.sectionId, columns);
    note.changed(stored, columns);
    return { data: await lockSection(tx, applicationId, params) };
  });

  route(
    routes,
    sections.deleteSection,
    async ({ tx, scope, params, note }) => {
      const { applicationId } = scope;
      await lockSurvey(tx, applicationId, params.id);
      const { title } = await lockSection(tx, applicationId, params);
      await reviseSurveys(tx, applicationId, [params.id], ctx.clock());
      await deleteSection(tx, applicationId, params.sectionId);
      note.changed({ title }, { title: null });
      return { data: { id: params.sectionId } };
    },
    { versionOf: 'survey_sections' },
  );

  route(routes, sections.orderSurvey, async ({ tx, scope, params, body }) => {
    await orderSurvey(tx, scope.applicationId, params.id, body.survey.items, ctx.clock());
    return { data: await listItems(tx, scope.applicationId, params.id) };
  });
}
