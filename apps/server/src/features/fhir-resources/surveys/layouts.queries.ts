import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { SURVEY_CONTENT } from '../../surveys/index.ts';
import { sectionOf, type SurveyContent } from '../../survey-content/index.ts';

/** Under which heading a question stood in a revision of a survey. */
export type Layout = (questionId: number) => { id: number; title: string } | undefined;

type Revision = { survey_id: number; revision: number };

const keyOf = ({ survey_id, revision }: Revision): string => `${survey_id}|${revision}`;

/** Returns the layout of each of these revisions. They are few, however many rows name them. */
export async function listLayouts(
  tx: Tx,
  applicationId: number,
  revisions: readonly Revision[],
): Promise<(of: Revision) => Layout> {
  const distinct = [
    ...new Map(
      revisions.map(({ survey_id, revision }) => [keyOf({ survey_id, revision }), { survey_id, revision }]),
    ).values(),
  ];
  const { rows } = await sql<Revision & { content: Partial<SurveyContent> }>`
    select wanted.survey_id, wanted.revision, coalesce(r.content, ${SURVEY_CONTENT}) as content
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as wanted (survey_id bigint, revision integer)
    join surveys s on s.application_id = ${applicationId} and s.id = wanted.survey_id
    left join survey_revisions r
      on r.application_id = s.application_id and r.survey_id = s.id and r.revision = wanted.revision`.execute(tx);
  const layouts = new Map(rows.map((row) => [keyOf(row), layoutOf(row.content)]));
  return (of) => layouts.get(keyOf(of)) ?? (() => undefined);
}

function layoutOf({ sections = [], questions = [] }: Partial<SurveyContent>): Layout {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return (id) => {
    const question = byId.get(id);
    return question && sectionOf({ sections } as SurveyContent, question);
  };
}
