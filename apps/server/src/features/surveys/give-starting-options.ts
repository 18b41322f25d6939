import type { feedback } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { attachOption } from './questions.queries.ts';
import type { Translations } from '../survey-content/index.ts';
import { insertOption } from './surveys.queries.ts';

interface StartingOption {
  title: string;
  value: number;
  translations: Translations;
}

const scale = (from: number, to: number): StartingOption[] =>
  Array.from({ length: to - from + 1 }, (_, step) => ({
    title: String(from + step),
    value: Math.round((step / (to - from)) * 100),
    translations: {},
  }));

const titles = (texts: Record<string, string>): Translations =>
  Object.fromEntries(Object.entries(texts).map(([language, title]) => [language, { title }]));

const STARTING: Partial<Record<feedback.QuestionType, readonly StartingOption[]>> = {
  rating: scale(1, 5),
  nps: scale(0, 10),
  yes_no: [
    { title: 'Yes', value: 100, translations: titles({ ar: 'نعم', fr: 'Oui', es: 'Sí', pl: 'Tak', ur: 'جی ہاں' }) },
    { title: 'No', value: 0, translations: titles({ ar: 'لا', fr: 'Non', es: 'No', pl: 'Nie', ur: 'نہیں' }) },
  ],
};

/**
 * Adds the usual options to a question whose type always has the same ones. An option that exists already is shared.
 */
export async function giveStartingOptions(
  tx: Tx,
  applicationId: number,
  questionId: number,
  type: feedback.QuestionType,
): Promise<void> {
  for (const { title, value, translations } of STARTING[type] ?? []) {
    const { rows } = await sql<{ id: number }>`
      select id from options
      where application_id = ${applicationId} and title = ${title} and value = ${value} and not escalate and not notify
      order by id limit 1`.execute(tx);
    const optionId = rows[0]?.id ?? (await insertOption(tx, applicationId, { title, value, translations }));
    await attachOption(tx, applicationId, questionId, optionId);
  }
}
