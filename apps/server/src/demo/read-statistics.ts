import { newClient } from '../platform/db/hosts/connect.ts';

/**
 * Lets PostgreSQL read the statistics of what was just stored, which it does by itself only after a minute. Until then it would
 * take seconds for some lists. `connectionString` is of the owner of the tables; for others PostgreSQL leaves them out.
 */
export async function readStatistics(connectionString: string): Promise<void> {
  const client = newClient({ connectionString });
  await client.connect();
  try {
    await client.query(
      'analyze patients, patient_identifiers, visits, hl7_messages, invitations, deliveries, feedback, feedback_answers, cases',
    );
  } finally {
    await client.end();
  }
}
