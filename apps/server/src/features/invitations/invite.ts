import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { derivedToken, hashToken } from '../../platform/secrets.ts';
import { FEEDBACK_TOKEN_PURPOSE } from '../deliveries/index.ts';

export interface NewInvitation {
  survey_id: number;
  trigger_id: number | null;
  patient_id: number | null;
  contact_id?: number | null;
  visit_id: number | null;
  message_id: number | null;
  /** Staff take it with somebody of this list. */
  mailing_list_id?: number | null;
  kiosk_id?: number | null;
  /** Where it must be known beforehand. */
  public_id?: string;
  /** The case that it follows up. */
  case_id?: number | null;
  language: string;
}

/**
 * Offers surveys, each behind a token of its own. The token is made from the row's public id and the secret key, so it
 * can be put into a message days later although only its hash is stored. Returns the ids in the order given.
 */
export async function invite(
  tx: Tx,
  secretKey: Buffer,
  { applicationId, validDays, now }: { applicationId: number; validDays: number; now: Date },
  invitations: readonly NewInvitation[],
): Promise<number[]> {
  if (invitations.length === 0) return [];
  const rows = invitations.map((invitation) => {
    const publicId = invitation.public_id ?? randomUUID();
    const tokenHash = hashToken(derivedToken(secretKey, FEEDBACK_TOKEN_PURPOSE, publicId));
    return { ...invitation, public_id: publicId, token_hash: `\\x${tokenHash.toString('hex')}` };
  });
  const expiresAt = new Date(now.getTime() + validDays * 86_400_000);
  const { rows: stored } = await sql<{ id: number; public_id: string }>`
    insert into invitations (
      application_id, public_id, token_hash, survey_id, trigger_id, patient_id, contact_id, visit_id, message_id, case_id,
      mailing_list_id, kiosk_id, language, created_at, expires_at)
    select ${applicationId}, i.public_id, i.token_hash, i.survey_id, i.trigger_id, i.patient_id, i.contact_id, i.visit_id, i.message_id,
      i.case_id, i.mailing_list_id, i.kiosk_id, i.language, ${now}, ${expiresAt}
    from jsonb_populate_recordset(null::invitations, ${JSON.stringify(rows)}::jsonb) i
    returning id, public_id`.execute(tx);
  const idByPublicId = new Map(stored.map(({ id, public_id }) => [public_id, id]));
  return rows.map(({ public_id }) => idByPublicId.get(public_id) as number);
}
