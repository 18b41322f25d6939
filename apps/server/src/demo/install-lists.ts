import { insertContact } from '../features/contacts/index.ts';
import { addMember, insertMailingList } from '../features/mailing-lists/index.ts';
import type { Tx } from '../platform/db/database.ts';

/** Makes a static list, and two rule-based lists that their first refresh fills from the feed. */
export async function installLists(tx: Tx, applicationId: number): Promise<void> {
  const forum = await insertMailingList(tx, applicationId, {
    name: 'patient-forum',
    title: 'Patient forum',
    type_of: 'static',
    rules: { last_days: 30 },
  });
  for (const [name, email, phone, language] of [
    ['Ida Samplewell', 'ida@example.org', '+447700900801', 'en'],
    ['Omar Fictional', 'omar@example.org', '+447700900802', 'ar'],
    ['Claire Inventée', 'claire@example.org', null, 'fr'],
    ['Piotr Wymyślony', null, '+447700900804', 'pl'],
    ['P. Wymyślony', 'piotr@example.org', '+447700900804', null],
  ] as const) {
    const id = await insertContact(tx, applicationId, { name, email, phone, language, external_id: null });
    await addMember(tx, applicationId, forum, id);
  }
  await insertMailingList(tx, applicationId, {
    name: 'gone-home',
    title: 'Gone home in the last two weeks',
    type_of: 'dynamic',
    rules: { event: ['A03'], last_days: 14 },
  });
  await insertMailingList(tx, applicationId, {
    name: 'in-the-house',
    title: 'Everybody who is here now',
    type_of: 'census',
    rules: { last_days: 30 },
  });
}
