import { wardPages } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';

/** What everybody may read who has the address of a page. */
export interface PublicPage {
  title: string;
  language: string;
  hospital: { title: string; logo: string | null };
  /** The newest first; `done_on` is an ISO date. */
  entries: { said: string; did: string; done_on: string }[];
}

/** Returns undefined for an unknown address and for a page that was taken off the web. Needs no session. */
export function openPublicPage(ctx: Context, publicId: string): Promise<PublicPage | undefined> {
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    const { rows } = await sql<{
      id: number;
      application_id: number;
      title: string;
      language: string;
      hospital_title: string;
      hospital_logo: string | null;
    }>`
      select p.id, p.application_id, p.title, p.language, a.title as hospital_title, a.logo as hospital_logo
      from ward_pages p join applications a on a.id = p.application_id
      where p.public_id = ${publicId} and p.active`.execute(tx);
    const [found] = rows;
    if (!found) return undefined;
    const { rows: entries } = await sql<PublicPage['entries'][number]>`
      select said, did, done_on::text from ward_page_entries
      where application_id = ${found.application_id} and page_id = ${found.id} and published_at is not null
      order by done_on desc, id desc limit ${wardPages.MAX_SHOWN}`.execute(tx);
    const { title, language, hospital_title, hospital_logo } = found;
    return { title, language, hospital: { title: hospital_title, logo: hospital_logo }, entries };
  });
}
