import { sql, type RawBuilder } from 'kysely';

/**
 * An invitation is `opened` when a draft of answers was stored. `expired` is not stored: it is open or opened, and its
 * time is over.
 */
export const INVITATION_SITUATIONS = ['open', 'opened', 'expired', 'answered', 'withdrawn'] as const;
export type InvitationSituation = (typeof INVITATION_SITUATIONS)[number];

export type InvitationEvent =
  'drafted' | 'answered' | 'answered_elsewhere' | 'replaced' | 'unsent' | 'joined' | 'erased';

/**
 * The transitions of an invitation: event × from → to. An event does not move an invitation in a situation that it does
 * not list. What is withdrawn or answered stays so.
 */
export const INVITATION_LIFECYCLE: Readonly<
  Record<InvitationEvent, Partial<Record<InvitationSituation, InvitationSituation>>>
> = {
  /** Some answers were stored, but not submitted. */
  drafted: { open: 'opened', opened: 'opened' },
  /** Its answers were submitted. */
  answered: { open: 'answered', opened: 'answered' },
  /** Another offer of the same survey about the same visit was answered. */
  answered_elsewhere: { open: 'withdrawn', opened: 'withdrawn', expired: 'withdrawn' },
  /** The same survey is offered again about the same visit. */
  replaced: { expired: 'withdrawn' },
  /** None of its deliveries was sent or will be. The slice of deliveries withdraws it. */
  unsent: { open: 'withdrawn', opened: 'withdrawn', expired: 'withdrawn' },
  /**
   * Its visit becomes one with a visit that has an answered offer of the same survey, or an open one that goes on: the one that was sent or
   * opened, else that of the visit that stays. A trigger of the database withdraws it (migration 0154).
   */
  joined: { open: 'withdrawn', opened: 'withdrawn', expired: 'withdrawn' },
  /** Its person was erased. */
  erased: { open: 'withdrawn', opened: 'withdrawn', expired: 'withdrawn' },
};

/** SQL of the table above: the event moves the invitation `i`. */
export function isMovedBy(event: InvitationEvent, now: Date): RawBuilder<boolean> {
  const situations = Object.keys(INVITATION_LIFECYCLE[event]);
  return sql<boolean>`case
      when i.answered_at is not null then 'answered' when i.withdrawn_at is not null then 'withdrawn'
      when i.expires_at <= ${now} then 'expired' when i.opened_at is not null then 'opened' else 'open' end
    in (${sql.join(situations.map((situation) => sql.lit(situation)))})`;
}
