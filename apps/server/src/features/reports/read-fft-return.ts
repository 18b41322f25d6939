import { reports } from '@wardvoice/contract';
import { DateTime } from 'luxon';
import type { Tx } from '../../platform/db/database.ts';
import { Forbidden, Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { readFrame } from '../results/index.ts';
import { findFftQuestion, listDischarged, listFftAnswers, type FftCount } from './fft.queries.ts';

type Query = { survey_id?: number | undefined; month?: string | undefined };

/**
 * Reads the monthly return of the Friends and Family Test. The numbers of small wards are exact, because the return asks for
 * them; so it is for those who see every ward. Throws Forbidden for others, and Invalid for a survey without the question of the test.
 */
export async function readFftReturn(
  tx: Tx,
  scope: ApplicationScope,
  { survey_id, month }: Query,
  now: Date,
): Promise<reports.FftReturn> {
  if (scope.locations.length > 0)
    throw new Forbidden(
      'The return has the numbers of every ward, and you see some of them. Ask somebody who sees all.',
    );
  const { timeZone } = await readFrame(tx, scope, null, {}, now);
  const first = month
    ? DateTime.fromISO(month)
    : DateTime.fromJSDate(now, { zone: timeZone }).startOf('month').minus({ months: 1 });
  const days = { from: first.toFormat('yyyy-MM-dd'), to: first.endOf('month').toFormat('yyyy-MM-dd') };
  const frame = await readFrame(tx, scope, survey_id ?? null, days, now);
  const question = await findFftQuestion(tx, frame);
  if (!question && survey_id !== undefined)
    throw new Invalid({
      survey_id: ['This survey has no question with the six answers of the Friends and Family Test.'],
    });
  const answers = question ? await listFftAnswers(tx, { ...frame, surveyId: question.survey_id }, question.id) : [];
  const eligible = new Map((await listDischarged(tx, frame)).map(({ ward, count }) => [ward, count]));
  const wards = [...new Set([...eligible.keys(), ...answers.map(({ ward }) => ward)])].toSorted(byName);
  return {
    survey: question && { id: question.survey_id, title: question.survey_title },
    month: first.toFormat('yyyy-MM'),
    rows: wards.map((ward) => ({
      ward,
      ...addUp(
        answers.filter((one) => one.ward === ward),
        eligible.get(ward) ?? 0,
      ),
    })),
    total: addUp(
      answers,
      [...eligible.values()].reduce((total, count) => total + count, 0),
    ),
  };
}

/** By name; people whose ward is not known come last. */
const byName = (a: string, b: string): number => Number(a === '') - Number(b === '') || a.localeCompare(b);

function addUp(counted: readonly FftCount[], eligible: number): reports.FftReturn['total'] {
  const add = (belongs: (one: FftCount) => boolean) =>
    counted.filter(belongs).reduce((total, { count }) => total + count, 0);
  return {
    eligible,
    responses: add(() => true),
    answers: countEach(reports.FFT_ANSWERS, (answer) => add((one) => one.answer === answer)),
    modes: countEach(reports.FFT_MODES, (mode) => add((one) => one.mode === mode)),
  };
}

const countEach = <Name extends string>(names: readonly Name[], count: (name: Name) => number) =>
  // Every name has a count, which the type of Object.fromEntries does not tell.
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
