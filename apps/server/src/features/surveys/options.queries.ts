import type { options, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { containing } from './surveys.queries.ts';

const optionsOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('options as o')
    .select(['o.id', 'o.title', 'o.value', 'o.escalate', 'o.notify', 'o.version'])
    .select(
      sql<number>`(
        select count(*) from question_options qo where qo.application_id = o.application_id and qo.option_id = o.id)`.as(
        'questions_count',
      ),
    )
    .where('o.application_id', '=', applicationId);

export function listOptions(tx: Tx, scope: Scope, { term, sort, ...paging }: QueryOf<typeof options.listOptions>) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '') as 'title' | 'value' | 'id';
  const query = optionsOf(tx, scope.applicationId as number)
    .$if(Boolean(term), (rows) => rows.where('o.title', 'ilike', containing(term as string)))
    .orderBy(field === 'title' ? sql`lower(o.title)` : sql.ref(`o.${field}`), direction)
    .orderBy('o.value', 'desc')
    .orderBy('o.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getOption(tx: Tx, scope: Scope, id: number): Promise<options.OptionDetail> {
  const applicationId = scope.applicationId as number;
  const found = await optionsOf(tx, applicationId)
    .select(sql<options.OptionDetail['translations']>`o.translations`.as('translations'))
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This option');
  const { rows: questions } = await sql<options.OptionDetail['questions'][number]>`
    select q.id, q.title, q.survey_id, s.title as survey_title
    from question_options qo
    join questions q on q.application_id = qo.application_id and q.id = qo.question_id
    join surveys s on s.application_id = q.application_id and s.id = q.survey_id
    where qo.application_id = ${applicationId} and qo.option_id = ${id}
    order by lower(s.title), s.id, q.sort_order, q.id`.execute(tx);
  return { ...found, questions };
}

/** Locks the row until the end of the transaction. */
export async function lockOption(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('options')
    .select(['id', 'title', 'value', 'escalate', 'notify', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This option');
  return found;
}

export interface OptionColumns {
  title?: string | undefined;
  value?: number | undefined;
  escalate?: boolean | undefined;
  notify?: boolean | undefined;
}

export async function updateOptionColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: OptionColumns & { translations?: string },
): Promise<void> {
  await tx
    .updateTable('options')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** From all questions, too. Throws Conflict while a question is shown because of it. */
export async function deleteOption(tx: Tx, applicationId: number, id: number): Promise<void> {
  await refuseWhileHangsOn(tx, applicationId, { optionId: id });
  for (const table of ['question_options', 'options'] as const)
    await sql`
      delete from ${sql.table(table)}
      where application_id = ${applicationId} and ${sql.ref(table === 'options' ? 'id' : 'option_id')} = ${id}`.execute(
      tx,
    );
}

/** Throws Conflict, naming the question, while one is shown because of this question or option. */
export async function refuseWhileHangsOn(
  tx: Tx,
  applicationId: number,
  { questionId, optionId }: { questionId?: number; optionId?: number },
): Promise<void> {
  const found = await tx
    .selectFrom('questions')
    .select('title')
    .where('application_id', '=', applicationId)
    .$if(questionId !== undefined, (rows) => rows.where('condition_question_id', '=', questionId as number))
    .$if(optionId !== undefined, (rows) => rows.where('condition_option_id', '=', optionId as number))
    .orderBy('id')
    .executeTakeFirst();
  if (found) throw new Conflict(`The question “${found.title}” is shown because of this answer. Change that first.`);
}
