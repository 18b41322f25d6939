import { sql } from 'kysely';
import { DAY, NOON } from '../asked.ts';
import { within } from '../builders.ts';
import type { TestApplication, TestServer } from '../test-server.ts';

/** People of one ward and day who were asked by a rule. */
export interface Lot {
  many: number;
  /** Null: it is not answered. */
  score?: number | null;
  ward?: string;
  daysAgo?: number;
  channel?: 'sms' | 'email';
  language?: string;
}

/** Inserts people who were asked after a discharge and, some of them, answered the same day: how it was, and whether they recommend it. */
export const askLots = (server: TestServer, hospital: TestApplication, survey: number, ...lots: Lot[]) =>
  within(server, hospital, async (tx) => {
    for (const { many, score = null, ward = 'ASH', daysAgo = 0, channel = 'sms', language = 'en' } of lots) {
      const at = new Date(NOON.getTime() - daysAgo * DAY - DAY / 2);
      await sql`
        with messages as (
          insert into hl7_messages (application_id, event, event_at, received_at, state, location, content_hash, raw)
          select ${hospital.id}, 'A03', ${at}::timestamptz, ${at}::timestamptz, 'processed', ${ward},
            sha256(gen_random_uuid()::text::bytea), ''
          from generate_series(1, ${many}::int) returning id),
        asked as (
          insert into invitations (way, application_id, token_hash, survey_id, language, created_at, expires_at, answered_at, message_id)
          select 'trigger', ${hospital.id}, sha256(gen_random_uuid()::text::bytea), ${survey}, ${language}, ${at}::timestamptz,
            ${at}::timestamptz + interval '42 days', case when ${score}::int is not null then ${at}::timestamptz end, id
          from messages returning id, message_id),
        sent as (
          insert into deliveries (application_id, purpose, channel, state, cause, send_at, sent_at, text, invitation_id, message_id,
            survey_id, location, created_at)
          select ${hospital.id}, 'survey', ${channel}, 'sent', 'test:' || id, ${at}::timestamptz, ${at}::timestamptz, '', id,
            message_id, ${survey}, ${ward}, ${at}::timestamptz from asked),
        given as (
          insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at)
          select ${hospital.id}, ${survey}, id, ${language}, ${ward}, ${score}::int, ${at}::timestamptz from asked
          where ${score}::int is not null returning id)
        insert into feedback_answers (
          application_id, feedback_id, question_id, question_type, category_title, question_title, option_title, value)
        select ${hospital.id}, id, asked.question, asked.type, 'Care', asked.title, 'chose ' || ${score}::int, ${score}::int
        from given, (values (1, 'radio', 'How was it?'), (2, 'nps', 'Do you recommend us?')) as asked (question, type, title)`.execute(
        tx,
      );
    }
  });
