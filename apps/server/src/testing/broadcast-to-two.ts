import { expect } from 'vitest';
import { NOON } from './asked.ts';
import { insertContacts, within } from './builders.ts';
import type { TestApplication, TestServer, TestUser } from './test-server.ts';

/** A broadcast to two contacts, which was not started. */
export async function makeBroadcast(
  server: TestServer,
  application: TestApplication,
  surveyId: number,
): Promise<{ id: number }> {
  return within(server, application, async (tx) => {
    const own = { application_id: application.id };
    const { id: listId } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: `list ${surveyId}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const contacts = await insertContacts(tx, application, [
      { name: 'Una Testwell', email: 'una@example.org' },
      { name: 'Orla Fakely', email: 'orla@example.org' },
    ]);
    for (const contact_id of contacts)
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: listId, contact_id })
        .execute();
    const { id } = await tx
      .insertInto('broadcasts')
      .values({
        ...own,
        survey_id: surveyId,
        sendable_id: listId,
        schedule: false,
        channel: 'email',
        data: JSON.stringify({ day_of_week: [] }),
        created_at: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id };
  });
}

/** Starts it, and runs what follows. */
export async function runBroadcast(server: TestServer, user: TestUser, surveyId: number, id: number): Promise<void> {
  const url = `/api/v1/surveys/${surveyId}/broadcasts/${id}/execute`;
  expect((await server.call({ method: 'POST', url, headers: user.headers })).status).toBe(200);
  await server.runJobs();
}
