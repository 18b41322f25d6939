import { randomUUID } from 'node:crypto';
import { insertContact } from '../features/contacts/index.ts';
import { addMember, insertMailingList, refreshMailingList } from '../features/mailing-lists/index.ts';
import { surveyWords } from '../features/invitations/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { reserveIds } from '../platform/db/reserve-ids.ts';
import { applicationScope } from '../platform/scope.ts';
import { inventName, seededRandom } from './demo-people.ts';
import type { InstalledHospital } from './install-hospital.ts';
import { drawAnswers } from './year/draw-answers.ts';
import { DAY_MS, drawFrom, HOUR_MS, MINUTE_MS, plus, type Draw } from './year/draw.ts';
import { insertRows } from './year/insert-rows.ts';
import { scoreOf, storeFeedback } from './year/store-answers.ts';
import { newToken, askingColumns, VALID_DAYS, whatCameOf } from './year/store-askings.ts';
import { SENT_EMAIL } from './year/store-cases.ts';

const FORUM_SEED = 77;
/** People of the forum beside those of the sample. */
const FORUM_SIZE = 64;
/** When the forum was asked, in days before now. */
const ASKED_DAYS_AGO = [203, 61] as const;

/**
 * Lists whose people follow from the visits of the year before. Who is here now is known once the last days were played, and the list is
 * refreshed then.
 */
const LISTS_OF_PATIENTS: readonly Parameters<typeof insertMailingList>[2][] = [
  {
    name: 'gone-home',
    title: 'Gone home in the last two weeks',
    type_of: 'dynamic',
    rules: { event: ['A03'], last_days: 14 },
  },
  { name: 'in-the-house', title: 'Everybody who is here now', type_of: 'census', rules: { last_days: 30 } },
];

interface Member {
  id: number;
  name: string;
  email: string;
}

/** Makes the lists of a hospital, and what was and will be sent to one of them. */
export async function installLists(tx: Tx, ctx: Context, installed: InstalledHospital): Promise<void> {
  const { applicationId, hospital } = installed;
  const draw = drawFrom(seededRandom(FORUM_SEED));
  const forum = await insertMailingList(tx, applicationId, {
    name: 'patient-forum',
    title: 'Patient forum',
    type_of: 'static',
    rules: { last_days: 30 },
  });
  const members = await installForum(tx, ctx, applicationId, forum, draw);
  if (hospital.wards.length === 0) return;
  for (const list of LISTS_OF_PATIENTS) {
    const id = await insertMailingList(tx, applicationId, list);
    await refreshMailingList(tx, applicationScope(applicationId), id, ctx.clock());
  }
  for (const daysAgo of ASKED_DAYS_AGO) await askForum(tx, ctx, draw, installed, { forum, members, daysAgo });
  await planForum(tx, ctx, installed, forum);
}

/** Fills the forum: some people with every kind of address and a duplicate, and more who have an e-mail address. */
async function installForum(tx: Tx, ctx: Context, applicationId: number, forum: number, draw: Draw): Promise<Member[]> {
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
  const ids = await reserveIds(tx, 'contacts', FORUM_SIZE);
  const members = ids.map((id) => ({ id, name: inventName(draw.random), email: `forum.${id}@example.org` }));
  await insertRows(
    tx,
    'contacts',
    members.map((member) => ({
      ...member,
      application_id: applicationId,
      language: 'en',
      created_at: plus(ctx.clock(), -draw.between(210, 330) * DAY_MS),
      follows_patient: false,
    })),
  );
  await insertRows(
    tx,
    'mailing_list_contacts',
    ids.map((contact_id) => ({ application_id: applicationId, mailing_list_id: forum, contact_id })),
  );
  return members;
}

interface Asked {
  forum: number;
  members: readonly Member[];
  daysAgo: number;
}

/** Stores a broadcast that has run once, and its answers. */
async function askForum(
  tx: Tx,
  ctx: Context,
  draw: Draw,
  { applicationId, hospital, forms, workers }: InstalledHospital,
  { forum, members, daysAgo }: Asked,
): Promise<void> {
  const now = ctx.clock();
  const startedAt = plus(now, -daysAgo * DAY_MS);
  const survey = forms.friendsAndFamily;
  const [broadcastId = 0] = await reserveIds(tx, 'broadcasts', 1);
  const [runId = 0] = await reserveIds(tx, 'broadcast_runs', 1);
  const own = { application_id: applicationId };
  await insertRows(tx, 'broadcasts', [
    {
      ...own,
      id: broadcastId,
      survey_id: survey.id,
      sendable_id: forum,
      sendable_type: 'MailingList',
      schedule: false,
      channel: 'email',
      data: { day_of_week: Array.from({ length: 7 }, () => true) },
      state: 'finished',
      created_at: plus(startedAt, -HOUR_MS),
      version: 1,
    },
  ]);
  await insertRows(tx, 'broadcast_runs', [
    {
      ...own,
      id: runId,
      broadcast_id: broadcastId,
      mailing_list_id: forum,
      total: members.length,
      started_at: startedAt,
      list_filled_at: startedAt,
      queued_at: plus(startedAt, 2_000),
      finished_at: plus(startedAt, 9_000),
      position: members.at(-1)?.id ?? 0,
    },
  ]);
  const invitationIds = await reserveIds(tx, 'invitations', members.length);
  const deliveryIds = await reserveIds(tx, 'deliveries', members.length);
  const asked = members.map((member, index) => {
    const openedAt = plus(startedAt, MINUTE_MS + draw.waiting(20 * HOUR_MS));
    const answeredAt = plus(openedAt, draw.between(1, 4) * MINUTE_MS);
    const isOpened = draw.chance(0.6);
    const isAnswered = isOpened && draw.chance(0.7);
    return {
      member,
      invitationId: invitationIds[index] ?? 0,
      deliveryId: deliveryIds[index] ?? 0,
      answeredAt: isAnswered ? answeredAt : null,
      outcome: {
        ...SENT_EMAIL,
        state: isAnswered ? ('answered' as const) : ('sent' as const),
        recipient: member.email,
        sentAt: plus(startedAt, 4_000),
        openedAt: isOpened ? openedAt : null,
      },
    };
  });
  await insertRows(
    tx,
    'invitations',
    asked.map(({ member, invitationId, deliveryId, answeredAt, outcome }) => ({
      ...own,
      ...newToken(ctx),
      ...askingColumns(deliveryId, outcome),
      id: invitationId,
      survey_id: survey.id,
      contact_id: member.id,
      way: 'broadcast',
      language: 'en',
      created_at: startedAt,
      expires_at: plus(startedAt, VALID_DAYS * DAY_MS),
      opened_at: outcome.openedAt,
      answered_at: answeredAt,
    })),
  );
  await insertRows(
    tx,
    'deliveries',
    asked.map(({ member, invitationId, deliveryId, outcome }) => ({
      ...own,
      ...whatCameOf(outcome),
      ...surveyWords('en', 'email', { given_name: member.name.split(' ')[0] ?? '', hospital: hospital.title }),
      id: deliveryId,
      invitation_id: invitationId,
      contact_id: member.id,
      broadcast_run_id: runId,
      survey_id: survey.id,
      purpose: 'survey',
      cause: `broadcast:${broadcastId}:${runId}:${member.id}`,
      created_at: startedAt,
      send_at: startedAt,
      idempotency_key: randomUUID(),
    })),
  );
  const given = asked.flatMap(({ answeredAt, invitationId }) => {
    if (!answeredAt) return [];
    const mood = Math.min(1, Math.max(0.6, 0.82 + draw.deviation() * 0.12));
    const drawn = drawAnswers(draw, survey, { mood, language: 'en', isBadSpell: false, needsHelp: false });
    return [
      {
        feedback: { ...drawn, at: answeredAt, score: scoreOf(drawn.answers) },
        row: {
          invitation_id: invitationId,
          survey_id: survey.id,
          department_id: null,
          location: null,
          language: 'en',
        },
      },
    ];
  });
  const readers = workers.filter(({ wards }) => wards.length === 0).map(({ id }) => id);
  await storeFeedback(tx, draw, applicationId, given, { readersOf: () => readers, now });
}

/** Plans the next broadcast for a morning of next week. */
async function planForum(
  tx: Tx,
  ctx: Context,
  { applicationId, forms }: InstalledHospital,
  forum: number,
): Promise<void> {
  const now = ctx.clock();
  const day = plus(now, 7 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const next = new Date(`${day}T10:00:00Z`);
  await insertRows(tx, 'broadcasts', [
    {
      application_id: applicationId,
      survey_id: forms.friendsAndFamily.id,
      sendable_id: forum,
      sendable_type: 'MailingList',
      schedule: true,
      channel: 'email_or_sms',
      send_at: '10:00',
      starts_at: day,
      data: { day_of_week: Array.from({ length: 7 }, (_, weekday) => weekday === next.getUTCDay()) },
      subject: 'How are we doing, from your point of view?',
      state: 'scheduled',
      next_run_at: next,
      created_at: plus(now, -3 * DAY_MS),
      version: 1,
    },
  ]);
}
