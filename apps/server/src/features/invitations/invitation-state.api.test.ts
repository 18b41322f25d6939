import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeSurvey, within, type TestSurvey } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { suppressDeliveries } from '../deliveries/index.ts';
import { joinVisit } from '../visits/join-visits.ts';
import { answerInvitation, offerSurvey, updateDraft } from './index.ts';
import {
  INVITATION_LIFECYCLE,
  INVITATION_SITUATIONS,
  type InvitationEvent,
  type InvitationSituation,
} from './invitation-state.ts';

let server: TestServer;
let hospital: TestApplication;
let survey: TestSurvey;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
  survey = await makeSurvey(server, hospital);
});
afterAll(() => server.stop());

/** Stores visits of as many patients. */
async function makeVisits(count: number): Promise<{ id: number; patient_id: number }[]> {
  const parts = Array.from({ length: count }, (_, index) => ({
    patient: `P${index}`,
    visit: `V${index}`,
    at: stamp(),
  }));
  await feed(server, hospital, ...parts);
  return within(server, hospital, (tx) => tx.selectFrom('visits').select(['id', 'patient_id']).orderBy('id').execute());
}

/** Whom and what an invitation is about. */
type About = { visit_id?: number; patient_id?: number };

const COLUMNS: Readonly<Record<InvitationSituation, object>> = {
  open: {},
  opened: { opened_at: NOON },
  expired: { expires_at: after(-MINUTE) },
  answered: { opened_at: NOON, answered_at: NOON },
  withdrawn: { withdrawn_at: NOON },
};

/** Makes an invitation in this situation. Returns its id. */
async function insertIn(tx: Tx, situation: InvitationSituation, about: About = {}): Promise<number> {
  const { id } = await offerSurvey(tx, server.ctx, hospital.id, { way: 'hand', survey_id: survey.id, ...about });
  if (situation !== 'open') await tx.updateTable('invitations').set(COLUMNS[situation]).where('id', '=', id).execute();
  return id;
}

async function situationOf(tx: Tx, id: number): Promise<InvitationSituation> {
  const row = await tx.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (row.answered_at) return 'answered';
  if (row.withdrawn_at) return 'withdrawn';
  if (row.expires_at <= NOON) return 'expired';
  return row.opened_at ? 'opened' : 'open';
}

/** Returns what `happen` makes of an invitation in every situation. */
async function movesOf(
  event: InvitationEvent,
  happen: (tx: Tx, situation: InvitationSituation, index: number) => Promise<number>,
): Promise<string[]> {
  const moves: string[] = [];
  for (const [index, situation] of INVITATION_SITUATIONS.entries()) {
    const id = await within(server, hospital, (tx) => happen(tx, situation, index));
    moves.push(`${situation} × ${event} → ${await within(server, hospital, (tx) => situationOf(tx, id))}`);
  }
  return moves;
}

/** Returns what the table makes of it. */
const movesByTable = (event: InvitationEvent): string[] =>
  INVITATION_SITUATIONS.map((from) => `${from} × ${event} → ${INVITATION_LIFECYCLE[event][from] ?? from}`);

describe('an invitation in every situation', () => {
  it('is opened by a draft as the table says', async () => {
    const moves = await movesOf('drafted', async (tx, situation) => {
      const id = await insertIn(tx, situation);
      const { revision } = await tx
        .selectFrom('surveys')
        .select('revision')
        .where('id', '=', survey.id)
        .executeTakeFirstOrThrow();
      await updateDraft(tx, hospital.id, id, { draft: [], revision }, NOON);
      return id;
    });
    expect(moves).toEqual(movesByTable('drafted'));
  });

  it('is answered as the table says, and refused where it is over', async () => {
    const moves = await movesOf('answered', async (tx, situation) => {
      const id = await insertIn(tx, situation);
      const isRefused = await answerInvitation(tx, hospital.id, id, NOON).then(
        () => false,
        (error: unknown) => error instanceof Conflict,
      );
      expect(isRefused).toBe(!(situation in INVITATION_LIFECYCLE.answered));
      return id;
    });
    expect(moves).toEqual(movesByTable('answered'));
  });

  it('is withdrawn as the table says when the patient answers another offer of the survey', async () => {
    const visits = await makeVisits(INVITATION_SITUATIONS.length);
    const moves = await movesOf('answered_elsewhere', async (tx, situation, index) => {
      const about = { patient_id: visits[index]?.patient_id ?? 0 };
      const id = await insertIn(tx, situation, about);
      await answerInvitation(tx, hospital.id, await insertIn(tx, 'open', about), NOON);
      return id;
    });
    expect(moves).toEqual(movesByTable('answered_elsewhere'));
  });

  it('is withdrawn as the table says when the survey is offered again about the visit', async () => {
    const visits = await makeVisits(INVITATION_SITUATIONS.length);
    const moves = await movesOf('replaced', async (tx, situation, index) => {
      const about = { visit_id: visits[index]?.id ?? 0 };
      const id = await insertIn(tx, situation, about);
      const offered = await insertIn(tx, 'open', about);
      expect(offered === id).toBe(!['expired', 'withdrawn'].includes(situation));
      return id;
    });
    expect(moves).toEqual(movesByTable('replaced'));
  });

  it('is withdrawn as the table says when its delivery is refused', async () => {
    const moves = await movesOf('unsent', async (tx, situation) => {
      const id = await insertIn(tx, situation);
      const delivery = {
        application_id: hospital.id,
        invitation_id: id,
        purpose: 'survey',
        channel: 'sms',
        state: 'scheduled',
        cause: `offer:${randomUUID()}`,
        send_at: NOON,
        created_at: NOON,
        text: 'Hello',
      };
      const row = await tx.insertInto('deliveries').values(delivery).returning('id').executeTakeFirstOrThrow();
      await suppressDeliveries(tx, hospital.id, [{ id: row.id, reason: 'opted_out' }]);
      return id;
    });
    expect(moves).toEqual(movesByTable('unsent'));
  });

  it.each(['opened', 'answered'] as const)(
    'is withdrawn as the table says when its visit is joined with one whose offer is %s',
    async (other) => {
      const visits = await makeVisits(2 * INVITATION_SITUATIONS.length);
      const moves = await movesOf('joined', async (tx, situation, index) => {
        const [gone, kept] = [visits[2 * index]?.id ?? 0, visits[2 * index + 1]?.id ?? 0];
        const id = await insertIn(tx, situation, { visit_id: gone });
        await insertIn(tx, other, { visit_id: kept });
        await joinVisit(tx, hospital.id, kept, gone);
        return id;
      });
      expect(moves).toEqual(movesByTable('joined'));
    },
  );

  it.each([
    ['is withdrawn', 'open', false, 'withdrawn', 'open'],
    ['goes on', 'opened', false, 'opened', 'withdrawn'],
    ['goes on, which may have arrived,', 'open', true, 'open', 'withdrawn'],
  ] as const)(
    '%s when it is %s and its visit is joined with one whose offer is open',
    async (_, own, asked_uncertain, then, other) => {
      const [gone, kept] = (await makeVisits(2)).map(({ id }) => id);
      const situations = await within(server, hospital, async (tx) => {
        const id = await insertIn(tx, own, { visit_id: gone });
        await tx.updateTable('invitations').set({ asked_uncertain }).where('id', '=', id).execute();
        const otherId = await insertIn(tx, 'open', { visit_id: kept });
        await joinVisit(tx, hospital.id, kept ?? 0, gone ?? 0);
        return [await situationOf(tx, id), await situationOf(tx, otherId)];
      });
      expect(situations).toEqual([then, other]);
    },
  );

  it('is withdrawn as the table says when a visit whose offer is answered is joined with its own', async () => {
    const visits = await makeVisits(2 * INVITATION_SITUATIONS.length);
    const moves = await movesOf('joined', async (tx, situation, index) => {
      const [gone, kept] = [visits[2 * index]?.id ?? 0, visits[2 * index + 1]?.id ?? 0];
      const id = await insertIn(tx, situation, { visit_id: kept });
      await insertIn(tx, 'answered', { visit_id: gone });
      await joinVisit(tx, hospital.id, kept, gone);
      return id;
    });
    expect(moves).toEqual(movesByTable('joined'));
  });
});
