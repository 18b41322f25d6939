import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import {
  DELIVERY_LIFECYCLE,
  moveDeliveries,
  SITUATIONS,
  type DeliveryEvent,
  type Situation,
} from '../deliveries/delivery-state.ts';
import { offerSurveys } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const EVENTS = Object.keys(DELIVERY_LIFECYCLE) as DeliveryEvent[];
const PAIRS = SITUATIONS.flatMap((from) => EVENTS.map((event) => ({ from, event })));

/** Inserts deliveries in these situations, each with an offer of its own unless one is given. */
async function insertWithOffers(
  hospital: Awaited<ReturnType<typeof makeAskingApplication>>,
  situations: readonly Situation[],
  invitationId?: number,
) {
  return within(server, hospital, async (tx) => {
    const offers = situations.map(() => ({ way: 'hand' as const, survey_id: hospital.survey.id }));
    const offered = invitationId
      ? situations.map(() => ({ id: invitationId }))
      : await offerSurveys(tx, server.ctx, hospital.id, offers);
    return tx
      .insertInto('deliveries')
      .values(
        situations.map((situation, index) => ({
          application_id: hospital.id,
          purpose: 'survey',
          channel: 'sms',
          fallback_channel: 'email',
          state: situation === 'undelivered' ? 'failed' : situation,
          undelivered: situation === 'undelivered',
          reason: situation === 'suppressed' ? 'asked_lately' : null,
          sent_at: ['sent', 'delivered', 'undelivered', 'answered'].includes(situation) ? NOON : null,
          cause: `offer:${randomUUID()}`,
          send_at: NOON,
          recipient: '+447700900123',
          text: 'Hello',
          created_at: NOON,
          invitation_id: offered[index]?.id ?? null,
        })),
      )
      .returning('id')
      .execute();
  });
}

const move = (hospital: TestApplication, moves: { id: number; event: DeliveryEvent }[]) =>
  within(server, hospital, (tx) =>
    moveDeliveries(
      tx,
      hospital.id,
      moves.map((one) => ({ ...one, at: NOON, reason: 'replay' })),
    ),
  );

const ledger = (hospital: TestApplication) =>
  within(server, hospital, (tx) =>
    tx
      .selectFrom('invitations')
      .select(['id', 'delivery_id', 'asking', 'asking_reason', 'asked_at', 'asked_uncertain', 'address'])
      .orderBy('id')
      .execute(),
  );

describe('the ledger of offers', () => {
  it('has for each offer the state of its delivery, after every event in every situation', async () => {
    const hospital = await makeAskingApplication(server);
    const rows = await insertWithOffers(
      hospital,
      PAIRS.map(({ from }) => from),
    );
    await move(
      hospital,
      rows.map(({ id }, index) => ({ id, event: PAIRS[index]?.event as DeliveryEvent })),
    );
    const deliveries = await listDeliveries(server, hospital);
    const offers = new Map((await ledger(hospital)).map((one) => [one.id, one]));
    const said = deliveries.map(({ invitation_id }) => offers.get(invitation_id ?? 0));
    expect(said).toEqual(
      deliveries.map((one) => {
        const hasLeft = ['sent', 'delivered', 'answered'].includes(one.state);
        return {
          id: one.invitation_id,
          delivery_id: one.id,
          asking: one.state === 'answered' ? 'delivered' : one.state,
          asking_reason: one.reason,
          asked_at: hasLeft ? (one.sent_at ?? one.delivered_at ?? one.send_at) : null,
          asked_uncertain: one.outcome_unknown,
          address: one.recipient,
        };
      }),
    );
  });

  it('names the delivery that came farthest, however its deliveries are moved at the same time', async () => {
    const hospital = await makeAskingApplication(server);
    for (let round = 0; round < 10; round += 1) {
      const [first] = await insertWithOffers(hospital, ['sending']);
      const invitationId = (await listDeliveries(server, hospital)).at(-1)?.invitation_id ?? 0;
      const [second] = await insertWithOffers(hospital, ['sending'], invitationId);
      await Promise.all([
        move(hospital, [{ id: first?.id ?? 0, event: 'accepted' }]),
        move(hospital, [{ id: second?.id ?? 0, event: 'refused' }]),
      ]);
      expect((await ledger(hospital)).at(-1)).toMatchObject({ delivery_id: first?.id, asking: 'sent' });
    }
  });
});

describe('the figures of the dashboard', () => {
  it('count a person who got a survey and a reminder once', async () => {
    const hospital = await makeAskingApplication(server, { reminders: 1, reminder_days: 3 });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    await server.runJobs();
    server.setTime(after(3 * DAY + 1));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'sent']);
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const read = async (path: string) =>
      (await server.call({ method: 'GET', url: `/api/v1${path}`, headers: nurse.headers })).body.data;
    const { feedback, funnel } = await read('/dashboard');
    expect(feedback).toMatchObject({ response_rate: 100, answers: 1 });
    const { eligible, sent, delivered, opened, answered } = await read('/deliveries/funnel');
    expect(funnel).toMatchObject({ eligible, sent, delivered, opened, answered });
  });
});
