import { sql } from 'kysely';
import { maskOldest } from '../../features/masked-comments/index.ts';
import { within } from '../builders.ts';
import type { TestApplication, TestServer } from '../test-server.ts';

/** Answers of one ward and day to a question with options, and to one that is answered in words. */
export interface GivenAnswers {
  surveyId: number;
  /** The question with options. */
  questionId?: number;
  ward: string | null;
  many: number;
  at?: string;
  /** Null: an answer that does not count. */
  value?: number | null;
  text?: string;
  language?: string;
}

/** Inserts answered surveys as they are stored, of people nobody knows. */
export const giveAnswers = (server: TestServer, application: TestApplication, ...lots: GivenAnswers[]) =>
  within(server, application, async (tx) => {
    for (const {
      surveyId,
      questionId = 1,
      ward,
      many,
      at = '2026-06-10T12:00:00Z',
      value = 100,
      text = null,
      language = 'en',
    } of lots) {
      await sql`
        with asked as (
          insert into invitations (way, application_id, token_hash, survey_id, language, created_at, expires_at, answered_at)
          select 'hand', ${application.id}, sha256(gen_random_uuid()::text::bytea), ${surveyId}, ${language}, ${at}::timestamptz,
            ${at}::timestamptz + interval '1 day', ${at}::timestamptz
          from generate_series(1, ${many}::int) returning id),
        given as (
          insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at)
          select ${application.id}, ${surveyId}, id, ${language}, ${ward}, ${value}, ${at}::timestamptz from asked returning id),
        written as (
          insert into feedback_answers (application_id, feedback_id, question_id, question_type, question_title, text)
          select ${application.id}, id, 2, 'text', 'What else?', ${text}::text from given where ${text}::text is not null)
        insert into feedback_answers (
          application_id, feedback_id, question_id, question_type, category_title, question_title, option_title, value)
        select ${application.id}, id, ${questionId}::int, 'radio', 'Care', 'How was it?', ${`chose ${value}`}::text, ${value}::int from given`.execute(
        tx,
      );
    }
    while ((await maskOldest(tx, application.id)) > 0);
  });
