import type { pathways } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: what the occasion `o`, with its invitation `i`, has come to. What is decided about it is stored; how its message fared stands in
 * the ledger of asking.
 */
export const OCCASION_STATE = (now: Date): RawBuilder<pathways.OccasionState> => sql<pathways.OccasionState>`case
    when o.state <> 'asked' then o.state
    when i.answered_at is not null then 'answered'
    when i.asking in ('suppressed', 'failed') and not i.asked_uncertain then 'not_sent'
    when o.closes_at <= ${now} then 'unanswered'
    else 'asked' end`;
