import { inbox, type BodyOf, type notices } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import { checkTimeZone } from '../../platform/db/time-zone.ts';
import { Invalid } from '../../platform/errors.ts';
import { getChosen, setChosen } from './notices.queries.ts';
import { KIND_RULES } from './ways-to-hear.ts';

interface Whose {
  userId: number;
  applicationId: number | null;
}

/** Returns what a person hears of and by which ways: what they have chosen, else what holds for everybody. */
export async function readNotices(tx: Tx, { userId, applicationId }: Whose): Promise<notices.OwnNotices> {
  const { kinds, digest, has_email, has_phone, application_time_zone } = await getChosen(tx, userId, applicationId);
  return {
    kinds: inbox.INBOX_KINDS.map((kind) => {
      const { standard, offersSms, mustReach } = KIND_RULES[kind];
      const { email, sms, digest: counted } = kinds.find((one) => one.kind === kind) ?? standard;
      return { kind, email, sms, digest: counted, offers_sms: offersSms, must_reach: mustReach === 'each' };
    }),
    digest_hour: digest?.hour ?? null,
    time_zone: digest?.time_zone ?? application_time_zone ?? 'UTC',
    has_email,
    has_phone,
  };
}

/** Stores what a person has chosen. Throws Invalid where they would not hear of a case outside of the screen. */
export async function chooseNotices(
  tx: Tx,
  note: AuditNote,
  whose: Whose,
  chosen: BodyOf<typeof notices.updateNotices>['notices'],
): Promise<notices.OwnNotices> {
  const before = await readNotices(tx, whose);
  const errors: Record<string, string[]> = {};
  for (const { kind, email, sms } of chosen.kinds) {
    if (sms && !KIND_RULES[kind].offersSms) errors[kind] = ['This is not sent by SMS. Choose e-mail.'];
    else if (KIND_RULES[kind].mustReach === 'each' && !email && !(sms && before.has_phone))
      errors[kind] = [
        before.has_phone
          ? 'A patient may be in need: keep e-mail or SMS.'
          : 'A patient may be in need, and you have no phone here: keep e-mail.',
      ];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  if (chosen.time_zone !== before.time_zone) await checkTimeZone(tx, chosen.time_zone);
  await setChosen(tx, whose.userId, chosen);
  const after = await readNotices(tx, whose);
  note.changed(forAudit(before), forAudit(after));
  return after;
}

/** One setting for each kind, such as `case_opened: "email sms"`. */
const forAudit = ({ kinds, digest_hour, time_zone }: notices.OwnNotices) => ({
  ...Object.fromEntries(
    kinds.map(({ kind, email, sms, digest }) => [
      kind,
      [email && 'email', sms && 'sms', digest && 'digest'].filter(Boolean).join(' ') || 'screen only',
    ]),
  ),
  digest_hour,
  time_zone,
});
