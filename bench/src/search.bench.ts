/**
 * Measures every list of the application with its filters, searches, sorts and late pages over HTTP, in a hospital with three years of
 * messages: `npm run bench -- search ROWS CALLS`. ROWS is the number of messages (1,000,000), CALLS how often each call is made (30).
 */
import pg from 'pg';
import { makeSurvey } from '../../apps/server/src/testing/builders.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';
import { fillHospital } from './search/fill-hospital.ts';
import { measureLists } from './search/measure-lists.ts';
import { readSizes } from './search/read-sizes.ts';

const ROWS = Number(process.argv[2] ?? '1000000');
const CALLS = Number(process.argv[3] ?? '30');

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
const server = await startTestServer({ database });
const client = new pg.Client({ connectionString: database.superuserConnectionString });
await client.connect();
try {
  const application = await server.makeApplication();
  const survey = await makeSurvey(server, application);
  const ids = { applicationId: application.id, surveyId: survey.id, departmentId: survey.departmentId };
  const began = performance.now();
  const filled = await fillHospital(client, ids, ROWS);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(JSON.stringify({ bench: 'search', ...filled, seconds }));
  console.table(await readSizes(client, filled.messages));
  await measureLists(server, client, { application, ...ids, calls: CALLS });
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
}
