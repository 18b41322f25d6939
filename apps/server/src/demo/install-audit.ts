import { roles } from '@wardvoice/contract';
import { recordAudit, type NewAuditEntry } from '../features/audit/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { seededRandom } from './demo-people.ts';
import type { InstalledUser } from './demo-users.ts';
import type { InstalledHospital } from './install-hospital.ts';
import { DAY_MS, drawFrom, HOUR_MS, MINUTE_MS, plus, type Draw } from './year/draw.ts';

/** Days of the past with entries. Before them, the steps of cases and answers that were read say who did what. */
const AUDITED_DAYS = 60;
/** Each person signs in on so many of these days. */
const SIGNING_IN = 0.4;

/** Writes entries for what people of the hospital did and saw, signed and chained as every entry is. */
export async function installAudit(tx: Tx, ctx: Context, installed: InstalledHospital, seed: number): Promise<void> {
  const draw = drawFrom(seededRandom(seed));
  const now = ctx.clock();
  const seen = await listSeen(tx, installed.applicationId);
  const entries = installed.users
    .flatMap((user) => drawEntries(draw, user, installed.applicationId, seen, now))
    .concat(ofSettings(installed, now))
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const entry of entries) await recordAudit(tx, ctx, entry);
}

interface Seen {
  cases: {
    id: number;
    location: string | null;
    patient_id: number;
    claimed_by_id: number | null;
    closed_at: Date | null;
  }[];
  answers: { id: number; location: string | null; patient_id: number }[];
}

/** Returns cases and answers with their patients, newest first. */
async function listSeen(tx: Tx, applicationId: number): Promise<Seen> {
  const cases = await tx
    .selectFrom('cases as c')
    .innerJoin('visits as v', 'v.id', 'c.visit_id')
    .select(['c.id', 'c.location', 'v.patient_id', 'c.claimed_by_id', 'c.closed_at'])
    .where('c.application_id', '=', applicationId)
    .orderBy('c.id', 'desc')
    .limit(60)
    .execute();
  const answers = await tx
    .selectFrom('feedback as f')
    .innerJoin('invitations as i', 'i.id', 'f.invitation_id')
    .select(['f.id', 'f.location', 'i.patient_id'])
    .where('f.application_id', '=', applicationId)
    .where('i.patient_id', 'is not', null)
    .orderBy('f.id', 'desc')
    .limit(400)
    .$narrowType<{ patient_id: number }>()
    .execute();
  return { cases, answers };
}

const actsAs = ({ role, wards }: InstalledUser) => ({
  role: roles.BUILT_IN_ROLES.find(({ key }) => key === role)?.name ?? role,
  ...(wards.length > 0 ? { wards: [...wards] } : {}),
});

function drawEntries(draw: Draw, user: InstalledUser, applicationId: number, seen: Seen, now: Date): NewAuditEntry[] {
  const entries: NewAuditEntry[] = [];
  const address = `192.0.2.${10 + (user.id % 200)}`;
  const own = { application_id: applicationId, user_id: user.id, user_name: user.name, address };
  const as = actsAs(user);
  const mayRead = ({ location }: { location: string | null }) =>
    user.wards.length === 0 || (location !== null && user.wards.includes(location));
  const answers = user.worksOnCases ? seen.answers.filter(mayRead) : [];
  for (let day = AUDITED_DAYS; day >= 0; day -= 1) {
    if (!draw.chance(SIGNING_IN)) continue;
    const morning = plus(
      new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS),
      -day * DAY_MS + draw.between(7, 15) * HOUR_MS,
    );
    const note = (minutes: number, entry: Omit<NewAuditEntry, 'at'>) =>
      void entries.push({ ...own, at: plus(morning, Math.round(minutes * MINUTE_MS)), ...entry });
    const isMistyped = draw.chance(0.04);
    // Whose application a sign-in is for is not known yet.
    const sessions = { application_id: null, record_type: 'sessions', action: 'sign_in' };
    if (isMistyped) note(-1, { ...sessions, refused: true, details: { reason: 'wrong_password, password' } });
    note(0, { ...sessions, details: { reason: 'signed_in, password' } });
    if (user.role === 'auditor') {
      note(2, { action: 'list', record_type: 'audit', details: { as, count: 25 } });
      if (draw.chance(0.3)) note(9, { action: 'export', record_type: 'audit', details: { as, count: 400 } });
    }
    if (user.role === 'integration_engineer')
      note(3, { action: 'list', record_type: 'hl7_messages', details: { as, count: 12, filters: ['state'] } });
    const start = Math.floor(draw.random() * Math.max(answers.length - 5, 1));
    const read = answers.slice(start, start + 5);
    if (read.length > 0)
      note(1 + draw.random() * 4, {
        action: 'list',
        record_type: 'feedback',
        patient_ids: read.map(({ patient_id }) => patient_id),
        details: { as, count: read.length, filters: ['unread'] },
      });
    const [opened] = read;
    if (opened)
      note(6 + draw.random() * 4, {
        action: 'view',
        record_type: 'feedback',
        record_id: opened.id,
        patient_ids: [opened.patient_id],
        details: { as },
      });
  }
  for (const { id, patient_id, closed_at } of seen.cases.filter(({ claimed_by_id }) => claimed_by_id === user.id)) {
    if (!closed_at || closed_at < plus(now, -AUDITED_DAYS * DAY_MS)) continue;
    const about = { ...own, record_type: 'cases', record_id: id, patient_ids: [patient_id], details: { as } };
    entries.push({ ...about, at: plus(closed_at, -4 * MINUTE_MS), action: 'view' });
    entries.push({ ...about, at: closed_at, action: 'update' });
  }
  return entries;
}

/** Entries for what was set up. */
function ofSettings({ applicationId, users }: InstalledHospital, now: Date): NewAuditEntry[] {
  const administrator = users.find(({ role }) => role === 'administrator');
  if (!administrator) return [];
  const own = {
    application_id: applicationId,
    user_id: administrator.id,
    user_name: administrator.name,
    address: '192.0.2.10',
    details: { as: actsAs(administrator) },
  };
  const at = (daysAgo: number) => plus(now, -daysAgo * DAY_MS);
  return [
    { ...own, at: at(56), action: 'update', record_type: 'surveys' },
    { ...own, at: at(41), action: 'update', record_type: 'triggers' },
    { ...own, at: at(33), action: 'create', record_type: 'saved_views' },
    { ...own, at: at(12), action: 'update', record_type: 'users' },
    { ...own, at: at(3), action: 'create', record_type: 'broadcasts' },
  ];
}
