import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { insertEntry, insertPage } from '../features/ward-pages/index.ts';
import type { DemoHospital } from './demo-hospitals.ts';
import { BAD_SPELL } from './year/satisfaction.ts';

const DAY_MS = 86_400_000;

type Told = readonly [said: string, did: string, daysAgo: number];

/** What came of the bad spell of a ward. The last one is a draft. */
const ON_WARD: readonly Told[] = [
  [
    'You waited all day to go home because your medicines were not ready.',
    'Medicines are ordered the evening before. Most of you now leave before noon.',
    124,
  ],
  [
    'You went home without knowing what your new tablets are for.',
    'The pharmacist goes through them with you, and you take a list with you.',
    110,
  ],
  ['It was hard to sleep because doors slammed at night.', 'All doors of the ward close softly now.', 61],
  ['Nobody told your family when you were moved.', 'We phone the person whom you name, before you are moved.', 24],
  ['The tea comes cold.', 'A second trolley is on trial.', 3],
];

const IN_HOSPITAL: readonly Told[] = [
  ['The letters were hard to read.', 'They are shorter, in larger print, and say whom to call.', 90],
  ['You did not know where to park.', 'There are signs from the main road, and a map in each invitation.', 47],
];

/** Makes public pages of the ward that had a bad spell and got better, and of the whole hospital. */
export async function installWardPages(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { title, facility, wards }: DemoHospital,
): Promise<void> {
  if (!wards.some(({ ward }) => ward === BAD_SPELL.ward)) return;
  await install(tx, ctx, applicationId, { title, location: null, public_id: publicId(facility, 'ALL') }, IN_HOSPITAL);
  const ofWard = { title: `${BAD_SPELL.ward} Ward`, location: BAD_SPELL.ward };
  await install(tx, ctx, applicationId, { ...ofWard, public_id: publicId(facility, BAD_SPELL.ward) }, ON_WARD);
}

/** The addresses of the demo are the same each time. */
const publicId = (facility: string, place: string): string => `${facility}-${place}`.padEnd(16, '_');

async function install(
  tx: Tx,
  ctx: Context,
  application_id: number,
  page: { title: string; location: string | null; public_id: string },
  told: readonly Told[],
): Promise<void> {
  const now = ctx.clock();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const page_id = await insertPage(tx, { ...page, application_id, language: 'en', created_at: ago(130) });
  if (page_id === undefined) throw new Error('a page that was just thought of is there already');
  const newest = Math.min(...told.map(([, , daysAgo]) => daysAgo));
  for (const [said, did, daysAgo] of told) {
    const isDraft = page.location !== null && daysAgo === newest;
    await insertEntry(tx, {
      application_id,
      page_id,
      said,
      did,
      done_on: ago(daysAgo).toISOString().slice(0, 'yyyy-mm-dd'.length),
      published_at: isDraft ? null : ago(daysAgo),
      created_at: ago(daysAgo),
    });
  }
}
