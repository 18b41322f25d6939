import { feedbackLink } from '../features/deliveries/index.ts';
import type { Context } from '../platform/context.ts';
import { SYSTEM_SCOPE } from '../platform/scope.ts';
import type { Stay } from './adt-message.ts';
import { HOSPITAL } from './demo-people.ts';

/** Links that went into the outbox and that nobody has begun to answer (that would be you), newest first. */
export async function listUnansweredLinks(house: Context): Promise<string[]> {
  const rows = await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    tx
      .selectFrom('invitations as i')
      .innerJoin('deliveries as d', 'd.invitation_id', 'i.id')
      .select('i.public_id')
      .where('d.state', '=', 'sent')
      .where('d.gateway', '=', 'outbox')
      // Whom somebody put on a list answers for themselves.
      .where('i.contact_id', 'is', null)
      .where('i.opened_at', 'is', null)
      .where('i.answered_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .orderBy('i.id', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.map(({ public_id }) => feedbackLink(house, public_id));
}

/** Who was in the sample hospital when it was stopped, longest first: its feed goes on with them. */
export async function listOpenStays(house: Context): Promise<Stay[]> {
  const rows = await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    tx
      .selectFrom('visits as v')
      .innerJoin('patients as p', 'p.id', 'v.patient_id')
      .innerJoin('applications as a', 'a.id', 'v.application_id')
      .selectAll('p')
      .select(['v.visit_number', 'v.location', 'v.room', 'v.hospital_service', 'v.patient_class', 'v.admitted_at'])
      .where('a.title', '=', HOSPITAL.title)
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
    admittedAt: row.admitted_at ?? house.clock(),
  }));
}
