import type { messages, QueryOf } from '@wardvoice/contract';
import { sql, type NotNull } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPageInOrder, isOneOf } from '../../platform/db/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { askedState, columns, visibleMessages } from './messages.queries.ts';

type ErrorFilters = QueryOf<typeof messages.listErrors>;
export type CauseFilters = Pick<ErrorFilters, 'code' | 'field' | 'sending_application'>;

/** An empty field or sender selects messages without one. */
function errorsOf(tx: Tx, scope: Scope, { code, field, sending_application }: CauseFilters) {
  return visibleMessages(tx, scope)
    .where('m.state', '=', 'error')
    .$call((rows) => (code ? rows.where('m.error_code', '=', code) : rows))
    .$if(field === '', (rows) => rows.where('m.error_field', 'is', null))
    .$call((rows) => (field ? rows.where('m.error_field', '=', field) : rows))
    .$call((rows) =>
      sending_application === undefined ? rows : rows.where('m.sending_application', '=', sending_application),
    );
}

export function listErrors(
  tx: Tx,
  scope: Scope,
  { sort, page, per_page, paginate, cursor, term, ...cause }: ErrorFilters,
) {
  const ids = errorsOf(tx, scope, cause)
    .select('m.id')
    .$call((rows) => (term ? rows.where('m.message_control_id', '=', term) : rows));
  return fetchPageInOrder(tx, ids, { sort, by: null, id: 'm.id' }, { page, per_page, paginate, cursor }, (onPage) =>
    visibleMessages(tx, scope)
      .select([...columns, askedState])
      .where(isOneOf('m.id', onPage))
      .execute(),
  );
}

export function listErrorCauses(tx: Tx, scope: Scope) {
  return (
    errorsOf(tx, scope, {})
      .groupBy(['m.error_code', 'm.error_field', 'm.error_text', 'm.sending_application'])
      .select(({ fn }) => [
        'm.error_code as code',
        'm.error_field as field',
        'm.error_text as text',
        'm.sending_application',
        fn.countAll<number>().as('count'),
        fn.min('m.received_at').as('first_at'),
        fn.max('m.received_at').as('last_at'),
        fn.max('m.id').as('example_id'),
      ])
      // A constraint guarantees that an error has a code and a text.
      .$narrowType<{ code: NotNull; text: NotNull }>()
      .orderBy('count', 'desc')
      .limit(200)
      .execute()
  );
}

export interface ErrorToValidate {
  id: number;
  raw: Buffer;
  application_id: number | null;
}

/**
 * Lists a batch of errors with ids below the given one, newest first. Messages of which only the beginning was kept
 * cannot be validated again.
 */
export function listErrorsToValidate(
  tx: Tx,
  scope: Scope,
  cause: CauseFilters,
  belowId: number,
  limit: number,
): Promise<ErrorToValidate[]> {
  return errorsOf(tx, scope, cause)
    .select(['m.id', sql<Buffer>`coalesce(m.corrected, m.raw)`.as('raw'), 'm.application_id'])
    .where('m.raw_truncated', '=', false)
    .where('m.raw_removed_at', 'is', null)
    .where('m.id', '<', belowId)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
