import type { Identifier, QuestionnaireResponse } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isInWards } from '../../../platform/db/within-wards.ts';
import {
  asInstants,
  asReference,
  asToken,
  base,
  canonicalOf,
  noneOf,
  present,
  referenceTo,
  type Condition,
  type FhirResource,
} from '../../fhir/index.ts';
import { listLayouts, type Layout } from './layouts.queries.ts';
import { storeResponse } from './store-response.ts';
import { answerItemsOf, type GivenAnswer } from './response-items.ts';

export interface ResponseRow {
  id: number;
  changed_at: Date;
  /** Null: a contact or somebody unknown answered. */
  patient_id: number | null;
  visit_id: number | null;
  /** Under which another system knows it, as "system|value". */
  identifier: string | null;
  survey_id: number;
  /** The revision that was answered. */
  revision: number;
  submitted_at: Date;
  language: string;
  score: number | null;
  answers: GivenAnswer[];
  layout?: Layout;
}

/** SQL: the revision of the survey that was in force when it was answered. */
const REVISION = sql<number>`coalesce((
  select min(r.revision) from survey_revisions r
  where r.application_id = f.application_id and r.survey_id = f.survey_id and r.replaced_at > f.submitted_at), s.revision)`;

const ANSWERS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('question_id', a.question_id, 'question', a.question_title, 'option_id', a.option_id,
    'option', a.option_title, 'text', a.text, 'number', a.number, 'unit', a.unit, 'day', a.day) order by a.id)
  from feedback_answers a where a.application_id = f.application_id and a.feedback_id = f.id), '[]')`;

/** The id of the survey, its address here, or its canonical address with a version or without. */
const isOfSurvey: Condition = {
  modifiers: ['Questionnaire'],
  where({ text, publicUrl }) {
    const [address = '', version] = text.split('|');
    const id = /^(?:.*\/)?([1-9]\d{0,15})$/.exec(address)?.[1];
    const isOurs = [id, `Questionnaire/${id}`, canonicalOf(publicUrl, Number(id))].includes(address);
    if (id === undefined || !isOurs) return noneOf;
    const isSurvey = sql<boolean>`f.survey_id = ${Number(id)}`;
    return version === undefined ? isSurvey : sql<boolean>`(${isSurvey} and ${REVISION}::text = ${version})`;
  },
};

/** `system|value`, `system|`, `|value` where it has no system, or the value of any system. It is stored as `system|value`. */
const isIdentified: Condition = {
  where({ text }) {
    if (text.endsWith('|')) return sql<boolean>`i.identifier ^@ ${text}`;
    if (text.includes('|')) return sql<boolean>`i.identifier = ${text}`;
    return sql<boolean>`(i.identifier is not null and substring(i.identifier from position('|' in i.identifier) + 1) = ${text})`;
  },
};

export const questionnaireResponses: FhirResource<'QuestionnaireResponse', ResponseRow> = {
  type: 'QuestionnaireResponse',
  columns:
    () => sql`f.id, f.changed_at, i.patient_id, i.visit_id, i.identifier, f.survey_id, ${REVISION} as revision, f.submitted_at, f.language, f.score,
    ${ANSWERS} as answers`,
  from: sql`feedback f
    join surveys s on s.application_id = f.application_id and s.id = f.survey_id
    join invitations i on i.application_id = f.application_id and i.id = f.invitation_id`,
  isVisible: (scope) => sql<boolean>`(f.application_id = ${scope.applicationId} and ${isInWards(scope, 'f.location')})`,
  id: sql`f.id`,
  changedAt: sql`f.changed_at`,
  conditions: {
    identifier: isIdentified,
    patient: asReference('Patient', sql`i.patient_id`),
    subject: asReference('Patient', sql`i.patient_id`),
    encounter: asReference('Encounter', sql`i.visit_id`),
    questionnaire: isOfSurvey,
    authored: asInstants(sql`f.submitted_at`),
    status: asToken(sql`'completed'`, () => 'http://hl7.org/fhir/questionnaire-answers-status'),
  },
  create: storeResponse,
  async complete(tx, scope, rows) {
    const layouts = await listLayouts(tx, scope.applicationId, rows);
    return rows.map((row) => ({ ...row, layout: layouts(row) }));
  },
  show: (row, { publicUrl }) => {
    const subject = referenceTo('Patient', row.patient_id);
    return present<QuestionnaireResponse>({
      resourceType: 'QuestionnaireResponse',
      language: row.language,
      extension:
        row.score === null ? [] : [{ url: `${base(publicUrl)}/StructureDefinition/score`, valueDecimal: row.score }],
      identifier: identifierOf(row),
      questionnaire: `${canonicalOf(publicUrl, row.survey_id)}|${row.revision}`,
      status: 'completed',
      subject,
      encounter: referenceTo('Encounter', row.visit_id),
      authored: row.submitted_at.toISOString(),
      source: subject,
      item: answerItemsOf(row, publicUrl),
    });
  },
};

function identifierOf({ identifier }: ResponseRow): Identifier | undefined {
  if (identifier === null) return undefined;
  const end = identifier.indexOf('|');
  const [system, value] = [identifier.slice(0, end), identifier.slice(end + 1)];
  return system === '' ? { value } : { system, value };
}
