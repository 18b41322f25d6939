import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { PURPOSES_TO_PATIENTS } from '../suppression/index.ts';

interface Person {
  id: number;
  patient_id: number | null;
}

/** Lists deliveries to the contact, and those to its patient in the caller's wards. */
export function listContactHistory(tx: Tx, scope: ApplicationScope, { id, patient_id }: Person, paging: PagingQuery) {
  const { applicationId } = scope;
  const query = tx
    .selectFrom('deliveries as d')
    .leftJoin('invitations as i', 'i.id', 'd.invitation_id')
    .leftJoin('surveys as s', 's.id', 'i.survey_id')
    .leftJoin('feedback as f', 'f.invitation_id', 'i.id')
    .select([
      'd.id',
      sql<contacts.HistoryEntry['channel']>`d.channel`.as('channel'),
      sql<contacts.HistoryEntry['state']>`d.state`.as('state'),
      sql<contacts.HistoryEntry['reason']>`d.reason`.as('reason'),
      'd.recipient',
      'd.subject',
      'd.visit_id',
      'd.patient_id',
      's.title as survey_title',
      'f.score',
      sql<Date>`coalesce(d.sent_at, d.send_at)`.as('at'),
    ])
    .where('d.application_id', '=', applicationId)
    .where('d.purpose', 'in', PURPOSES_TO_PATIENTS)
    .where(
      sql<boolean>`d.id in (
        select id from deliveries where application_id = ${applicationId} and contact_id = ${id}
        union all select id from deliveries where application_id = ${applicationId} and patient_id = ${patient_id})`,
    )
    .$if(isOfSomeWards(scope), (rows) =>
      rows.where((where) =>
        where.or([
          where.and([where('d.contact_id', '=', id), where('d.location', 'is', null)]),
          isInWards(scope, 'd.location'),
        ]),
      ),
    )
    .orderBy('d.id', 'desc');
  return fetchPage(tx, query, paging);
}
