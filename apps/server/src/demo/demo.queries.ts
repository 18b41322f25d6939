import { feedbackLink } from '../features/deliveries/index.ts';
import { refreshMailingList } from '../features/mailing-lists/index.ts';
import type { Context } from '../platform/context.ts';
import { applicationScope, systemScope } from '../platform/scope.ts';
import type { Stay } from './adt-message.ts';
import type { DemoHospital } from './demo-hospitals.ts';

/** Lists links in the outbox that nobody has opened, newest first. */
export async function listUnansweredLinks(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .selectFrom('invitations as i')
      .innerJoin('deliveries as d', 'd.invitation_id', 'i.id')
      .select(['i.public_id', 'i.token_hash'])
      .where('d.state', '=', 'sent')
      .where('d.gateway', '=', 'outbox')
      // Links of contacts are left out, because the visitor who put them on a list answers them.
      .where('i.contact_id', 'is', null)
      .where('i.opened_at', 'is', null)
      .where('i.answered_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .orderBy('i.id', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.flatMap((row) => feedbackLink(ctx, row) ?? []);
}

/** Refreshes the lists of everybody in the house. Returns false while messages wait for processing, so that it would be too early. */
export async function refreshCensusLists(ctx: Context, { title }: Pick<DemoHospital, 'title'>): Promise<boolean> {
  return ctx.db.transaction(systemScope('example'), async (tx) => {
    const ofHospital = tx.selectFrom('applications').select('id').where('title', '=', title);
    const waiting = await tx
      .selectFrom('hl7_messages')
      .select('id')
      .where('application_id', '=', ofHospital)
      .where('state', '=', 'received')
      .limit(1)
      .executeTakeFirst();
    if (waiting) return false;
    const lists = await tx
      .selectFrom('mailing_lists')
      .select(['id', 'application_id'])
      .where('application_id', '=', ofHospital)
      .where('type_of', '=', 'census')
      .execute();
    for (const list of lists) await refreshMailingList(tx, applicationScope(list.application_id), list.id, ctx.clock());
    return true;
  });
}

/** Lists the open stays of an earlier run, longest first, with which the feed continues. */
export async function listOpenStays(ctx: Context, { title }: Pick<DemoHospital, 'title'>): Promise<Stay[]> {
  const rows = await ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .selectFrom('visits as v')
      .innerJoin('patients as p', 'p.id', 'v.patient_id')
      .innerJoin('applications as a', 'a.id', 'v.application_id')
      .selectAll('p')
      .select(['v.visit_number', 'v.location', 'v.room', 'v.hospital_service', 'v.patient_class', 'v.admitted_at'])
      .where('a.title', '=', title)
      .where('v.state', '=', 'open')
      .where('v.visit_number', 'is not', null)
      .orderBy('v.admitted_at')
      .execute(),
  );
  return rows.map((row) => ({
    patient: {
      number: row.identifier,
      given: row.given_name ?? '',
      family: row.family_name ?? '',
      sex: row.sex === 'M' ? 'M' : 'F',
      born: row.birth_date?.replaceAll('-', '') ?? '',
      language: row.language ?? 'EN',
      phone: row.phone,
      email: row.email,
      deceased: row.deceased,
    },
    visitNumber: row.visit_number ?? '',
    ward: row.location ?? '',
    priorWard: null,
    room: row.room ?? '',
    service: row.hospital_service ?? '',
    casualty: row.patient_class === 'E',
    admittedAt: row.admitted_at ?? ctx.clock(),
  }));
}
