import { randomUUID } from 'node:crypto';
import { fillIn } from '../../features/invitations/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ageAt, MINIMUM_AGE, type OptOut } from './draw-asking.ts';
import type { PastStay } from './draw-stays.ts';
import { DAY_MS, plus } from './draw.ts';
import { insertRows } from './insert-rows.ts';
import { whatCameOf } from './store-askings.ts';
import { SENT_EMAIL } from './store-cases.ts';
import type { StoredStays } from './store-stays.ts';

/** The trigger that welcomes people is as old as this. */
const WELCOMED_DAYS = 120;

/** What is written to whoever is admitted. */
export const WELCOME = {
  subject: 'Welcome to {{hospital}}',
  text: 'Hello {{given_name}},\n\nwe are glad to look after you. Visiting hours are from 14:00 to 20:00.\n\n{{hospital}}',
};

interface Welcoming {
  applicationId: number;
  hospitalTitle: string;
  triggerId: number;
  stored: StoredStays;
  optOuts: readonly OptOut[];
  now: Date;
}

/** Stores the e-mails that welcomed adults at their admission. Nobody is written to who opted out before. */
export async function storeWelcomes(
  tx: Tx,
  stays: readonly PastStay[],
  { applicationId, hospitalTitle, triggerId, stored, optOuts, now }: Welcoming,
): Promise<void> {
  const since = plus(now, -WELCOMED_DAYS * DAY_MS);
  const stopped = new Map(optOuts.flatMap(({ channel, address, at }) => (channel === 'email' ? [[address, at]] : [])));
  const welcomed = stays.flatMap((stay) =>
    stay.events
      .filter(({ event, at }) => event === 'A01' && at > since)
      .flatMap((event) => {
        const { person } = stay;
        const stoppedAt = person.email === null ? undefined : stopped.get(person.email);
        const isAdult = ageAt(person, event.at) >= MINIMUM_AGE;
        if (!isAdult || (stoppedAt && stoppedAt < event.at)) return [];
        return person.email === null ? [] : [{ stay, event, email: person.email }];
      }),
  );
  await insertRows(
    tx,
    'deliveries',
    welcomed.map(({ stay, event, email }) => {
      const at = plus(event.at, 3_600);
      const message_id = stored.messageId(event);
      const values = { given_name: stay.person.given, hospital: hospitalTitle };
      return {
        ...whatCameOf({ ...SENT_EMAIL, recipient: email, sentAt: plus(at, 200) }),
        application_id: applicationId,
        purpose: 'message',
        cause: `trigger:${triggerId}:message:${message_id}`,
        trigger_id: triggerId,
        message_id,
        patient_id: stored.patientId(stay.person),
        visit_id: stored.visitId(stay),
        location: event.ward,
        subject: fillIn(WELCOME.subject, values),
        text: fillIn(WELCOME.text, values),
        created_at: at,
        send_at: at,
        idempotency_key: randomUUID(),
      };
    }),
  );
}
