import type { audit, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Scope } from '../../platform/scope.ts';

type Filters = QueryOf<typeof audit.listAudit>;

/** Entries of the caller's application; a superuser who has chosen none sees all. */
export function listAudit(tx: Tx, scope: Scope, filters: Filters) {
  const { user_id, action, record_type, record_id, patient_id, application_id, from, to, refused, term, sort } =
    filters;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const application = scope.applicationId === 'all' ? application_id : (scope.applicationId ?? 0);
  const pattern = `%${(term ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const query = tx
    .selectFrom('audit_entries as e')
    .leftJoin('applications as a', 'a.id', 'e.application_id')
    .select([
      'e.id',
      'e.at',
      'e.user_id',
      'e.user_name',
      'e.session_id',
      'e.address',
      'e.application_id',
      'a.title as application_title',
      'e.action',
      'e.record_type',
      'e.record_id',
      'e.refused',
      'e.patient_ids',
      'e.details',
      'e.position',
    ])
    .$if(application !== undefined, (rows) => rows.where('e.application_id', '=', application as number))
    .$if(
      scope.applicationId !== 'all' && application_id !== undefined && application_id !== scope.applicationId,
      (rows) => rows.where(sql<boolean>`false`),
    )
    .$if(user_id !== undefined, (rows) => rows.where('e.user_id', '=', user_id as number))
    .$if(Boolean(action), (rows) => rows.where('e.action', '=', action as string))
    .$if(Boolean(record_type), (rows) => rows.where('e.record_type', '=', record_type as string))
    .$if(record_id !== undefined, (rows) => rows.where('e.record_id', '=', record_id as number))
    .$if(refused !== undefined, (rows) => rows.where('e.refused', '=', refused === '1'))
    .$if(patient_id !== undefined, (rows) => rows.where('e.id', 'in', entriesOfPatient(tx, patient_id as number)))
    .$if(from !== undefined, (rows) => rows.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone 'UTC'`))
    .$if(to !== undefined, (rows) => rows.where(sql<boolean>`e.at < (${to}::date + 1)::timestamp at time zone 'UTC'`))
    .$if(Boolean(term), (rows) =>
      rows.where(
        sql<boolean>`(e.user_name ilike ${pattern} or e.action ilike ${pattern} or e.record_type ilike ${pattern} or e.address = ${term})`,
      ),
    )
    .orderBy('e.at', direction)
    .orderBy('e.id', direction);
  return fetchPage(tx, query, filters);
}

/** Also what was seen of those who turned out to be this patient. */
const entriesOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('audit_patients')
    .select('entry_id')
    .where(
      'patient_id',
      'in',
      sql<number>`(select ${patientId}::bigint union select id from patients where merged_into_id = ${patientId})`,
    );
