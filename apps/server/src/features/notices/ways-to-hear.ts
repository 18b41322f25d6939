import type { inbox } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { StaffRecipient } from '../users/index.ts';
import { listSettings } from './notices.queries.ts';

/**
 * Whom a notice must reach outside of the screen, whatever people have chosen. `each`: everybody who is told, by at least one way.
 * `somebody`: everybody, when all have switched it off. `nobody`: it is everybody's own choice.
 */
type MustReach = 'each' | 'somebody' | 'nobody';

export interface Ways {
  email: boolean;
  sms: boolean;
  /** Whether the daily e-mail counts it. */
  digest: boolean;
}

interface KindRule {
  /** What holds for people who have chosen nothing. */
  standard: Ways;
  offersSms: boolean;
  mustReach: MustReach;
}

const SCREEN_ONLY: Ways = { email: false, sms: false, digest: false };
const AT_ONCE: Ways = { email: true, sms: true, digest: false };

/** Which ways there are for each kind of notice. Every notice is also in the inbox. */
export const KIND_RULES: Readonly<Record<inbox.InboxKind, KindRule>> = {
  case_opened: { standard: AT_ONCE, offersSms: true, mustReach: 'each' },
  case_escalated: { standard: AT_ONCE, offersSms: true, mustReach: 'each' },
  // Whoever is given a case has it: nobody else is told any more.
  case_assigned: { standard: AT_ONCE, offersSms: true, mustReach: 'each' },
  case_notify: { standard: SCREEN_ONLY, offersSms: true, mustReach: 'nobody' },
  text_received: { standard: SCREEN_ONLY, offersSms: true, mustReach: 'nobody' },
  // An SMS would wait in the very queue that an alarm may be about.
  alarm_opened: { standard: { ...AT_ONCE, sms: false }, offersSms: false, mustReach: 'somebody' },
  feedback_assigned: { standard: SCREEN_ONLY, offersSms: true, mustReach: 'nobody' },
};

/** Returns the people with the addresses by which they hear of this: an address that is not to be used is null. */
export async function findWaysToHear(
  tx: Tx,
  kind: inbox.InboxKind,
  people: readonly StaffRecipient[],
): Promise<StaffRecipient[]> {
  const chosen = await listSettings(
    tx,
    kind,
    people.map(({ user_id }) => user_id),
  );
  return waysToHear(kind, people, chosen);
}

/** The same, of what each person has chosen, by their id. */
export function waysToHear(
  kind: inbox.InboxKind,
  people: readonly StaffRecipient[],
  chosen: ReadonlyMap<number, Pick<Ways, 'email' | 'sms'>>,
): StaffRecipient[] {
  const { standard, mustReach } = KIND_RULES[kind];
  const wanted = people.map((person) => limit(person, kind, chosen.get(person.user_id) ?? standard));
  switch (mustReach) {
    case 'each':
      return wanted.map((one, index) => (isReached(one) ? one : byOneWay(people[index] ?? one)));
    case 'somebody':
      return wanted.some(isReached) ? wanted : people.map((person) => limit(person, kind, standard));
    case 'nobody':
      return wanted;
  }
}

const isReached = ({ email, phone }: StaffRecipient): boolean => email !== null || phone !== null;

const limit = (person: StaffRecipient, kind: inbox.InboxKind, { email, sms }: Pick<Ways, 'email' | 'sms'>) => ({
  ...person,
  email: email ? person.email : null,
  phone: sms && KIND_RULES[kind].offersSms ? person.phone : null,
});

/** The e-mail or, for a person without one, the phone. */
const byOneWay = (person: StaffRecipient): StaffRecipient =>
  person.email === null ? person : { ...person, phone: null };
