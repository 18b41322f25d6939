import { afterAll, beforeAll, expect, it } from 'vitest';
import { feed, makeAskingApplication } from '../../testing/builders.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { countAsked, readFrame } from '../results/index.ts';
import { listAskedByPeriod, listAskedByWard, listWaysOfAsking } from './reports.queries.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('whoever sees one ward counts who was asked about it, and nobody who came to it later, as somebody who sees all', async () => {
  const hospital = await makeAskingApplication(server, { filters: { event: ['A01'] } });
  const now = server.ctx.clock();
  const since = (minutes: number) => hl7Time(new Date(now.getTime() - minutes * 60_000));
  const about = { patient: 'P1', visit: 'V1', phone: '07700900123', born: '19700101' };
  await feed(server, hospital, { ...about, event: 'A01', ward: 'ASH', at: since(20) });
  await server.runJobs();
  await feed(server, hospital, { ...about, event: 'A02', ward: 'BIRCH', at: since(5) });

  const counted = (locations: string[], location?: string) => {
    const scope = { userId: null, applicationId: hospital.id, locations };
    return server.ctx.db.reading(scope, async (tx) => {
      const frame = await readFrame(tx, scope, hospital.survey.id, location ? { location } : {}, now);
      return {
        asked: (await countAsked(tx, frame)).sent,
        byMonth: (await listAskedByPeriod(tx, frame, 'month')).map(({ scored }) => scored),
        byWard: (await listAskedByWard(tx, frame)).map(({ title, scored }) => [title, scored]),
        ways: (await listWaysOfAsking(tx, frame, 'month')).map(({ channel, count }) => [channel, count]),
      };
    });
  };
  const ash = { asked: 1, byMonth: [1], byWard: [['ASH', 1]], ways: [['sms', 1]] };
  const nobody = { asked: 0, byMonth: [], byWard: [], ways: [] };
  expect([await counted([], 'ASH'), await counted(['ASH'])]).toEqual([ash, ash]);
  expect([await counted([], 'BIRCH'), await counted(['BIRCH'])]).toEqual([nobody, nobody]);

  const rateFor = async (ward: string): Promise<number | null> => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['surveys.view'], locations: [ward] });
    return (await server.as(nurse)('GET', '/dashboard')).body.data.feedback.response_rate;
  };
  expect([await rateFor('ASH'), await rateFor('BIRCH')]).toEqual([0, null]);
});
