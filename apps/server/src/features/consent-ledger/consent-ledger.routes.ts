import { consent, contacts } from '@wardvoice/contract';
import { Conflict } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { deleteOptOuts, insertOptOut } from '../consent/index.ts';
import { getContact, lockContact } from '../contacts/index.ts';
import { requirePatient } from '../patients/index.ts';
import type { Context } from '../../platform/context.ts';
import { listConsentEvents } from './consent-events.queries.ts';
import { recordConsent } from './record-consent.ts';
import { listPurposes, stateBasis } from './state-basis.ts';
import { contactPerson, getConsent, patientPerson } from './persons-consent.queries.ts';

type Row = Awaited<ReturnType<typeof listConsentEvents>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  at: (row: Row) => row.at,
  patient_id: (row: Row) => row.patient_id,
  purpose: (row: Row) => row.purpose,
  channel: (row: Row) => row.channel,
  address: (row: Row) => row.address,
  change: (row: Row) => row.change,
  actor: (row: Row) => consent.ACTOR_OF_SOURCE[row.source],
  source: (row: Row) => row.source,
  user: (row: Row) => row.user_name,
  wording_language: (row: Row) => row.wording_language,
  wording: (row: Row) => row.wording,
  written: (row: Row) => row.written,
  note: (row: Row) => row.note,
  manner: (row: Row) => row.manner,
  given_on: (row: Row) => row.given_on,
  bases: (row: Row) => row.bases.join(' '),
  carried_from: (row: Row) => row.carried_from,
  is_earlier: (row: Row) => row.is_earlier,
};

export function consentLedgerRoutes(routes: Routes, ctx: Context): void {
  route(routes, consent.listPurposes, async ({ tx, scope }) => ({ data: await listPurposes(tx, scope.applicationId) }));
  route(routes, consent.stateBasis, async ({ tx, scope, body, session, note }) => {
    const { before, after } = await stateBasis(tx, scope, body.statement, session.userName);
    note.changed(before, after);
    return { data: await listPurposes(tx, scope.applicationId) };
  });

  route(
    routes,
    consent.getPatientConsent,
    async ({ tx, scope, params }) => {
      const patient = await requirePatient(tx, scope, params.id);
      return { data: await getConsent(tx, scope, patientPerson(scope, patient)) };
    },
    { showsFewPatients: true },
  );

  route(routes, consent.recordPatientConsent, async ({ tx, scope, params, body }) => {
    const person = patientPerson(scope, await requirePatient(tx, scope, params.id));
    await recordConsent(tx, scope, person, body.consent, ctx.clock());
    return { data: await getConsent(tx, scope, person) };
  });
  route(routes, consent.recordContactConsent, async ({ tx, scope, params, body }) => {
    await lockContact(tx, scope, params.id);
    const person = contactPerson(scope.applicationId, await getContact(tx, scope, params.id));
    await recordConsent(tx, scope, person, body.consent, ctx.clock());
    return { data: await getConsent(tx, scope, person) };
  });

  route(routes, consent.listConsentEvents, ({ tx, scope, query }) => listConsentEvents(tx, scope, query));
  csvRoute(routes, consent.listConsentEvents, COLUMNS, ({ tx, scope, query }) => listConsentEvents(tx, scope, query));

  route(
    routes,
    contacts.getConsent,
    async ({ tx, scope, params }) => {
      const contact = await getContact(tx, scope, params.id);
      return { data: await getConsent(tx, scope, contactPerson(scope.applicationId, contact)) };
    },
    { showsFewPatients: true },
  );

  route(routes, contacts.recordOptOut, async ({ tx, scope, params, body }) => {
    const { applicationId, userId } = scope;
    const { channel, reason } = body.opt_out;
    await lockContact(tx, scope, params.id);
    const contact = await getContact(tx, scope, params.id);
    const address = channel === 'email' ? contact.email : contact.phone;
    if (!address) throw new Conflict(`This contact has no ${channel === 'email' ? 'e-mail' : 'phone'} to write to.`);
    const decision = { source: 'staff', userId, ...idsOf(contact), note: reason } as const;
    await insertOptOut(tx, { applicationId, channel, address }, decision);
    return { data: await getConsent(tx, scope, contactPerson(applicationId, contact)) };
  });

  route(routes, contacts.withdrawOptOut, async ({ tx, scope, params, body }) => {
    const { applicationId, userId } = scope;
    const { channel, reason } = body.opt_out;
    await lockContact(tx, scope, params.id);
    const contact = await getContact(tx, scope, params.id);
    const person = contactPerson(applicationId, contact);
    const at = { applicationId, channel, addresses: person.addresses };
    const decision = { source: 'staff', userId, ...idsOf(contact), note: reason } as const;
    if ((await deleteOptOuts(tx, at, decision)) === 0) throw new Conflict('There is no opt-out to take back.');
    return { data: await getConsent(tx, scope, person) };
  });
}

const idsOf = ({ id, patient_id }: { id: number; patient_id: number | null }) => ({
  contactId: id,
  patientId: patient_id,
});
