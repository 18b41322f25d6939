import type { feedback } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { attachOption } from './questions.queries.ts';
import type { Translations } from '../survey-content/index.ts';
import { insertOption } from './surveys.queries.ts';

interface StartingOption {
  title: string;
  /** Null: the answer does not count. */
  value: number | null;
  /** Whether choosing it is to consent; null: it belongs to no consent. */
  agrees?: boolean;
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
  consent: [
    {
      title: 'I agree',
      value: null,
      agrees: true,
      translations: titles({
        ar: 'أوافق',
        fr: 'J’accepte',
        es: 'Estoy de acuerdo',
        pl: 'Zgadzam się',
        ur: 'میں متفق ہوں',
      }),
    },
    {
      title: 'I do not agree',
      value: null,
      agrees: false,
      translations: titles({
        ar: 'لا أوافق',
        fr: 'Je n’accepte pas',
        es: 'No estoy de acuerdo',
        pl: 'Nie zgadzam się',
        ur: 'میں متفق نہیں ہوں',
      }),
    },
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
  for (const { title, value, agrees = null, translations } of STARTING[type] ?? []) {
    const { rows } = await sql<{ id: number }>`
      select id from options
      where application_id = ${applicationId} and title = ${title} and value is not distinct from ${value}::int
        and agrees is not distinct from ${agrees}::boolean and not escalate and not notify
      order by id limit 1`.execute(tx);
    const optionId = rows[0]?.id ?? (await insertOption(tx, applicationId, { title, value, agrees, translations }));
    await attachOption(tx, applicationId, questionId, optionId);
  }
}
