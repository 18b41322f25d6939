import { afterEach, expect, it } from 'vitest';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../testing/database-of-version.ts';

let database: DatabaseOfVersion | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

it('a place in a pathway whose stay was moved goes to the patient of the stay, who is in it once', async () => {
  database = await makeDatabaseOf('0152_the_stay_of_a_launch');
  await database.run(
    `insert into applications (title, access_key, access_secret_hash) values ('A', '0000000a', 'x')`,
    `insert into pathways (application_id, title, active, created_at) select id, 'New hip', true, now() from applications`,
    `insert into pathways (application_id, title, active, created_at) select id, 'New knee', true, now() from applications`,
    ...['ORLA', 'UNA', 'FORMER UNA'].map(
      (number) =>
        `insert into patients (application_id, identifier, created_at, facts_at) select id, '${number}', now(), now() from applications`,
    ),
    `update patients set merged_into_id = (select id from patients where identifier = 'UNA') where identifier = 'FORMER UNA'`,
    // The first stay began both pathways as ORLA's, and is UNA's now; UNA is in one of them already, by a record that was merged into hers.
    ...['UNA', 'UNA', 'ORLA'].map(
      (number, index) => `
        insert into visits (application_id, patient_id, visit_number, state, kind, opened_by, moved_at, last_event_at)
        select application_id, id, 'V${index}', 'closed', 'inpatient', 'A01', now(), now() from patients where identifier = '${number}'`,
    ),
    ...[
      ['New hip', 'ORLA', 'V0', 2],
      ['New knee', 'ORLA', 'V0', 2],
      ['New hip', 'FORMER UNA', 'V1', 1],
    ].map(
      ([pathway, number, visit, day]) => `
        insert into pathway_enrolments (application_id, pathway_id, patient_id, visit_id, created_at, started_at, state, next_due_at)
        select w.application_id, w.id, p.id, v.id, now(), '2026-10-0${day}', 'active', '2026-12-01'
        from pathways w, patients p, visits v
        where w.title = '${pathway}' and p.identifier = '${number}' and v.visit_number = '${visit}'`,
    ),
  );
  await database.upgrade();
  const places = await database.run(
    `select w.title || ' ' || p.identifier || ' ' || e.state || ' ' || to_char(e.started_at, 'DD') as place
     from pathway_enrolments e join pathways w on w.id = e.pathway_id join patients p on p.id = e.patient_id order by 1`,
  );
  expect(places.map(({ place }) => place)).toEqual([
    'New hip FORMER UNA active 01',
    'New hip UNA ended 02',
    'New knee UNA active 02',
  ]);
});
