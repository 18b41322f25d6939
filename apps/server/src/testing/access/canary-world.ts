import { sql } from 'kysely';
import { systemScope } from '../../platform/scope.ts';
import { answerBadly, feed, insertContacts, linkIn, within } from '../builders.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import type { TestServer } from '../test-server.ts';

/** People of another ward and of another application. Every name, number and text of theirs begins with the mark. */
export const BIRCH = {
  mark: 'canarybirch',
  wards: ['BIRCH', 'BIRCH'],
  phones: ['07700 955101', '07700 955102'],
} as const;
export const NEIGHBOUR = {
  mark: 'canaryneighbour',
  wards: ['ASH', 'ASH'],
  phones: ['07700 955201', '07700 955202'],
} as const;
/** Matches every text of theirs, and every phone number of theirs as it is stored or written. */
export const MARKS = /canarybirch|canaryneighbour|7700 ?9551|7700 ?9552/i;

/** People of the ward that the nurse may see. */
const OWN = { family: 'Ashling', patient: 'ASH1', visit: 'ASHSTAY', phone: '07700 900555^PRN^CP^ashling@example.org' };
const IN_BOTH = { family: 'Everywhere', patient: 'BOTH', phone: '07700 900556^PRN^CP' };

export interface CanaryWorld {
  /** An application whose records are about patients in Birch, except for a few people in Ash. */
  hospital: FullApplication;
  /** The same application, with the records of a patient who was in both wards. */
  inBoth: FullApplication;
  neighbour: FullApplication;
  /** Ids of records about people in Birch and of the neighbour, by the field that contains them in a reply. */
  ids: ReadonlyMap<string, ReadonlySet<number>>;
}

export async function makeCanaryWorld(server: TestServer): Promise<CanaryWorld> {
  const neighbour = await makeFullApplication(server, NEIGHBOUR);
  const hospital = await makeFullApplication(server, BIRCH);
  await feedPeopleOfAsh(server, hospital);
  const inBoth = await insertContactsOfAsh(server, hospital);
  await markContacts(server, hospital);
  await insertBroadcastDelivery(server, hospital);
  await markSettings(server, neighbour);
  return { hospital, inBoth, neighbour, ids: await readIds(server, neighbour) };
}

async function answerLast(server: TestServer, comment: string) {
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), comment);
  await server.runJobs();
}

async function feedPeopleOfAsh(server: TestServer, hospital: FullApplication) {
  await feed(server, hospital, { ...OWN, event: 'A01' }, { ...OWN, event: 'A03' });
  await answerLast(server, 'Nobody in Ash came.');
  // What follows from the stay in Birch belongs to that ward, although the patient was in both.
  const inBirch = { ...IN_BOTH, visit: `${BIRCH.mark}BOTH`, ward: 'BIRCH' };
  await feed(server, hospital, { ...inBirch, event: 'A01' }, { ...inBirch, event: 'A03' });
  await answerLast(server, `${BIRCH.mark}Nobody came.`);
  await feed(server, hospital, { ...IN_BOTH, event: 'A01', visit: 'BOTHASH' });
  // Birch sends a number of a patient in Ash for somebody else, which makes a conflict.
  const doubted = { patient: 'ASHDOUBT', phone: '', event: 'A01' };
  const marrow = { family: `${BIRCH.mark}Marrow`, given: BIRCH.mark, born: '19450101', ward: 'BIRCH' };
  await feed(server, hospital, { ...doubted, family: 'Ashdoubt' }, { ...doubted, ...marrow });
  await server.runJobs();
}

function insertContactsOfAsh(server: TestServer, hospital: FullApplication): Promise<FullApplication> {
  return within(server, hospital, async (tx) => {
    const [ownId, contactId] = await insertContacts(tx, hospital, [
      { name: 'Ada Ashling', external_id: 'ASH1', email: 'ashling@example.org' },
      { name: 'Ed Everywhere', external_id: 'BOTH', phone: '+447700900556' },
    ]);
    for (const contact_id of [ownId, contactId])
      await tx
        .insertInto('mailing_list_contacts')
        .values({ application_id: hospital.id, mailing_list_id: hospital.listId, contact_id })
        .execute();
    const visit = await tx
      .selectFrom('visits')
      .select(['id', 'patient_id', 'last_message_id'])
      .where('visit_number', '=', 'BOTHASH')
      .executeTakeFirstOrThrow();
    const messageId = visit.last_message_id as number;
    return { ...hospital, contactId, messageId, patientId: visit.patient_id, visitId: visit.id };
  });
}

/** Makes every contact of the application a patient of Birch. One of their addresses has opted out. */
async function markContacts(server: TestServer, hospital: FullApplication) {
  const numbers = [
    [hospital.otherContactId, 'FULL'],
    [hospital.formerContactId, 'OTHER'],
  ] as const;
  await within(server, hospital, async (tx) => {
    for (const [id, number] of numbers)
      await tx
        .updateTable('contacts')
        .set({ external_id: BIRCH.mark + number })
        .where('id', '=', id)
        .execute();
    const address = `${BIRCH.mark}conn@example.org`;
    await tx
      .insertInto('opt_outs')
      .values({ application_id: hospital.id, channel: 'email', address, source: 'staff' })
      .execute();
  });
}

/** Inserts a delivery of a broadcast, which names a contact and no ward. */
async function insertBroadcastDelivery(server: TestServer, hospital: FullApplication) {
  await within(server, hospital, async (tx) => {
    const run = await tx.selectFrom('broadcast_runs').select('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('deliveries')
      .values({
        application_id: hospital.id,
        cause: 'broadcast of the canaries',
        purpose: 'survey',
        channel: 'email',
        state: 'failed',
        recipient: `${BIRCH.mark}conn@example.org`,
        text: `${BIRCH.mark} how was it?`,
        contact_id: hospital.contactId,
        broadcast_run_id: run.id,
        survey_id: hospital.surveyId,
        send_at: new Date(0),
        created_at: new Date(),
      })
      .execute();
  });
}

/** Puts the mark into the neighbour's own settings and names. */
async function markSettings(server: TestServer, neighbour: FullApplication) {
  const title = { title: `${NEIGHBOUR.mark} title` };
  const name = { name: `${NEIGHBOUR.mark} name` };
  await within(server, neighbour, async (tx) => {
    await tx.updateTable('applications').set(title).where('id', '=', neighbour.id).execute();
    for (const table of ['surveys', 'departments', 'categories', 'questions'] as const)
      await tx.updateTable(table).set(title).where('application_id', '=', neighbour.id).execute();
    await tx.updateTable('mailing_lists').set(name).where('id', '=', neighbour.listId).execute();
    await tx
      .updateTable('kiosks')
      .set({ label: `${NEIGHBOUR.mark} tablet` })
      .execute();
    await tx.updateTable('users').set(name).where('id', '=', neighbour.userId).execute();
  });
}

async function readIds(server: TestServer, neighbour: FullApplication): Promise<Map<string, ReadonlySet<number>>> {
  const marked = `^(${BIRCH.mark}|${NEIGHBOUR.mark})`;
  const { rows } = await server.ctx.db.transaction(systemScope('example'), (tx) =>
    sql<{ kind: string; id: number }>`
      with marked as (select id from patients where family_name ~ ${marked})
      select 'patient_id' as kind, id from marked
      union all select 'visit_id', id from visits where patient_id in (select id from marked) or visit_number ~ ${marked}
      union all select 'message_id', id from hl7_messages where family_name ~ ${marked} or visit_number ~ ${marked}
      union all select 'contact_id', id from contacts where name ~ ${marked}
      union all select 'case_id', id from cases where location = 'BIRCH' or application_id = ${neighbour.id}
      union all select 'text_id', id from inbound_texts where text ~ ${marked}
      union all select 'delivery_id', id from deliveries where location = 'BIRCH' or recipient ~ ${marked}`.execute(tx),
  );
  const byKind = new Map<string, Set<number>>();
  for (const { kind, id } of rows) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id));
  return byKind;
}
