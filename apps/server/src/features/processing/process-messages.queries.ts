import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { mayBeProcessedAs, mayBeRebuiltAs } from './message-state.ts';

/** Settings of an application for processing its messages. */
export interface ProcessingRules {
  id: number;
  title: string;
  time_zone: string;
  country: string;
  language: string;
  invitation_valid_days: number;
  identifier_types: string[];
  death_dispositions: string[];
  date_order: 'day_first' | 'month_first' | null;
  /** Senders of which is known how they write dates or characters. */
  senders: readonly {
    sending_application: string;
    sending_facility: string;
    date_order: 'day_first' | 'month_first' | null;
    charset: string | null;
  }[];
}

export async function findProcessingRules(tx: Tx, applicationId: number): Promise<ProcessingRules> {
  const { rows } = await sql<ProcessingRules>`
    select id, title, time_zone, country, language, invitation_valid_days, identifier_types, death_dispositions, date_order,
      (select coalesce(jsonb_agg(jsonb_build_object('sending_application', sending_application,
          'sending_facility', sending_facility, 'date_order', date_order, 'charset', charset)
          order by sending_application, sending_facility), '[]')
        from sender_profiles where application_id = ${applicationId} and (date_order is not null or charset is not null)) as senders
    from applications where id = ${applicationId}`.execute(tx);
  const [rules] = rows;
  if (!rules) throw new Error('the application of a message is gone');
  return rules;
}

/** The new columns of a processed message. */
export type Outcome = { id: number; event_at?: Date } & (
  | { state: 'error'; error_code: string; error_field: string | null; error_text: string }
  | { state: 'ignored'; ignored_reason: string; patient_id?: number | null }
  | ({ state: 'processed'; warnings: string[] | null } & MessageFacts)
);

interface MessageFacts {
  patient_id: number;
  visit_id: number | null;
  patient_identifier: string;
  location: string | null;
  patient_class: string | null;
  visit_number: string | null;
  given_name: string | null;
  family_name: string | null;
  birth_date: string | null;
  sex: string | null;
  language: string | null;
  phone_home: string | null;
  phone: string | null;
  email: string | null;
}

/**
 * Moves messages to the states of their outcomes, where the table of a message's states allows it. Returns how many it
 * moved. `isRebuild` is set for messages that were processed before; `keepProcessedAt` for those that keep that time.
 */
export async function saveOutcomes(
  tx: Tx,
  outcomes: readonly Outcome[],
  now: Date,
  { isRebuild = false, keepProcessedAt = false } = {},
): Promise<number> {
  if (outcomes.length === 0) return 0;
  const mayMove = isRebuild ? mayBeRebuiltAs : mayBeProcessedAs;
  const { numAffectedRows } = await sql`
    update hl7_messages m set
      state = r.state, processed_at = ${keepProcessedAt ? sql`m.processed_at` : now}, error_code = r.error_code,
      error_field = r.error_field, error_text = r.error_text, ignored_reason = r.ignored_reason, warnings = r.warnings,
      event_at = coalesce(r.event_at, m.event_at), patient_id = r.patient_id, visit_id = r.visit_id,
      patient_identifier = r.patient_identifier, location = r.location, patient_class = r.patient_class,
      visit_number = r.visit_number, given_name = r.given_name, family_name = r.family_name, birth_date = r.birth_date,
      sex = r.sex, language = r.language, phone_home = r.phone_home, phone = r.phone, email = r.email, subject_keys = null
    -- Only these columns are read: reading rows of the whole table took a third of this statement's time.
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as r (
      id bigint, state text, event_at timestamptz, error_code text, error_field text, error_text text, ignored_reason text,
      warnings text[], patient_id bigint, visit_id bigint, patient_identifier text, location text, patient_class text,
      visit_number text, given_name text, family_name text, birth_date date, sex text, language text, phone_home text,
      phone text, email text)
    where m.id = r.id and ${mayMove(sql`r.state`)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
