import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountInvitations } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import type { Invitee } from './read-people.ts';

export interface Seat {
  role_id: number | null;
  locations: string[];
}

/** Whoever has an account already may have been added at once. */
export type Outcome = { state: 'invited' | 'added' } | { state: 'refused'; why: string };

/** By address. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/**
 * Invites people one after the other, so that each has an outcome of their own. What would be refused to all, such as a
 * session that has ended, stops it: who was not reached yet can be sent theirs by doing it again.
 */
export function useInvitePeople() {
  const invalidate = useInvalidate();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const invite = useMutation({
    mutationFn: async ({ people, seat }: { people: readonly Invitee[]; seat: Seat }) => {
      let sent = 0;
      for (const { name, email } of people) {
        const outcome = await inviteOne({ name, email }, seat);
        if (outcome.state === 'invited') sent += 1;
        setOutcomes((known) => ({ ...known, [email]: outcome }));
      }
      return sent;
    },
    onSettled: () => invalidate('users', 'account_emails'),
  });
  return { outcomes, invite };
}

async function inviteOne(user: { name: string; email: string }, seat: Seat): Promise<Outcome> {
  try {
    const body = { user, application_user: { landing_page: '', ...seat } };
    const { data } = await call(accountInvitations.inviteUser, { body });
    return { state: data.added ? 'added' : 'invited' };
  } catch (cause) {
    const error = asApiError(cause);
    const isOfThisPerson = error.status === 409 || (error.status === 422 && Object.keys(error.errors).length > 0);
    if (!isOfThisPerson) throw error;
    return { state: 'refused', why: Object.values(error.errors)[0]?.[0] ?? error.message };
  }
}
