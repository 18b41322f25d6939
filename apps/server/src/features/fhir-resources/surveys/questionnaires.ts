import type { Questionnaire } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { asText, asToken, asUri, canonicalOf, noneOf, present, type FhirResource } from '../../fhir/index.ts';
import type { SurveyContent } from '../../survey-content/index.ts';
import { SURVEY_CONTENT } from '../../surveys/index.ts';
import { itemsOf } from './questionnaire-items.ts';

interface SurveyRow {
  id: number;
  changed_at: Date;
  patient_id: null;
  revision: number;
  status: 'active' | 'retired';
  content: SurveyContent;
}

const STATUS = sql<string>`(case when s.active then 'active' else 'retired' end)`;

export const questionnaires: FhirResource<'Questionnaire', SurveyRow> = {
  type: 'Questionnaire',
  columns: () =>
    sql`s.id, s.changed_at, null as patient_id, s.revision, ${STATUS} as status, ${SURVEY_CONTENT} as content`,
  from: sql`surveys s`,
  isVisible: (scope) => sql<boolean>`s.application_id = ${scope.applicationId}`,
  id: sql`s.id`,
  changedAt: sql`s.changed_at`,
  conditions: {
    status: asToken(STATUS, () => 'http://hl7.org/fhir/publication-status'),
    title: asText(sql`s.title`),
    url: asUri((text, publicUrl) => {
      const id = Number(text.slice(canonicalOf(publicUrl, 0).length - 1));
      return text === canonicalOf(publicUrl, id) ? sql<boolean>`s.id = ${id}` : noneOf;
    }),
  },
  show: ({ id, revision, status, content }, { publicUrl }) =>
    present<Questionnaire>({
      resourceType: 'Questionnaire',
      language: content.default_language,
      url: canonicalOf(publicUrl, id),
      version: String(revision),
      title: content.title,
      status,
      subjectType: ['Patient'],
      description: content.introduction,
      item: itemsOf(content, publicUrl),
    }),
};
