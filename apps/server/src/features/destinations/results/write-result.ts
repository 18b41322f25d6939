import { buildMessage, type AcknowledgmentCondition, type FieldInput, type SegmentInput } from '@wardvoice/hl7';
import { DateTime } from 'luxon';
import type { AnsweredSurvey, GivenAnswer } from './result.queries.ts';

/** Our system of codes for surveys, questions and options, as HL7 table 0396 has local ones. */
const CODES = '99WARDVOICE';
/** The code of the observation that is the score of the whole survey. */
const SCORE = 'SCORE';

/** MSH-10 of the results of an answered survey. It is the same whenever they are sent again, by which a receiver drops repeats. */
export const resultControlId = (feedbackId: number): string => `WVR${feedbackId}`;

/**
 * Writes an answered survey as results (ORU^R01, HL7 v2.5.1 §7.3.1): OBR is the survey, one OBX the score and one each answer. What
 * calls for help is abnormal (OBX-8, table 0078). `application`: MSH-16, whether an application acknowledgement is wanted.
 */
export function writeResult(
  feedbackId: number,
  survey: AnsweredSurvey,
  answers: readonly GivenAnswer[],
  application: AcknowledgmentCondition,
): Uint8Array {
  const { hospital, survey_id, survey_title, score } = survey;
  const answered_at = hl7Time(survey.answered_at, survey.time_zone);
  const ofAnswers = answers.flatMap((answer, index) => observationOf(answer, subIdOf(answers, index)));
  const ofSurvey: Observation[] =
    score === null ? [] : [{ type: 'NM', code: [SCORE, 'Score', CODES], subId: '', value: String(score) }];
  return buildMessage([
    [
      'MSH',
      'WARDVOICE',
      hospital,
      '',
      '',
      answered_at,
      '',
      ['ORU', 'R01', 'ORU_R01'],
      resultControlId(feedbackId),
      'P',
      '2.5.1',
      '',
      '',
      'AL',
      application,
      '',
      'UNICODE UTF-8',
    ],
    pidOf(survey),
    pv1Of(survey),
    [
      'OBR',
      '1',
      '',
      [String(feedbackId), 'WARDVOICE'],
      [String(survey_id), survey_title, CODES],
      '',
      '',
      answered_at,
      ...blanks(14),
      answered_at,
      '',
      '',
      'F',
    ],
    ...[...ofSurvey, ...ofAnswers].map(
      ({ type, code, subId, value, unit = '', isAbnormal = false }, index): SegmentInput => [
        'OBX',
        String(index + 1),
        type,
        code,
        subId,
        value,
        unit,
        '',
        isAbnormal ? 'A' : '',
        '',
        '',
        'F',
        '',
        '',
        answered_at,
      ],
    ),
  ]);
}

/** Writes an instant by the clocks of a zone, with its offset (HL7 v2.5.1 §2.A.22). */
const hl7Time = (at: Date, zone: string): string => DateTime.fromJSDate(at, { zone }).toFormat('yyyyLLddHHmmssZZZ');

const blanks = (count: number): string[] => Array.from({ length: count }, () => '');

function pidOf({ identifiers, family_name, given_name, birth_date, sex }: AnsweredSurvey): SegmentInput {
  const numbers = identifiers.map(({ identifier, type, authority }) => [
    identifier,
    '',
    '',
    authority.replace(/^namespace:/, ''),
    type,
  ]);
  const name = [family_name ?? '', given_name ?? '', '', '', '', '', 'L'];
  return ['PID', '1', '', { repetitions: numbers }, '', name, '', birth_date ?? '', sex ?? ''];
}

function pv1Of({ patient_class, location, visit_number }: AnsweredSurvey): SegmentInput {
  // PV1-2 is required, and "N" says that it does not apply (table 0004).
  return ['PV1', '1', patient_class ?? 'N', location ?? '', ...blanks(15), visit_number ?? ''];
}

interface Observation {
  /** OBX-2. */
  type: 'NM' | 'CWE' | 'TX' | 'DT';
  code: string[];
  /** OBX-4. It tells apart what was chosen of several. */
  subId: string;
  value: FieldInput;
  unit?: string;
  isAbnormal?: boolean;
}

function observationOf(answer: GivenAnswer, subId: string): Observation[] {
  const { question_id, question_title, option_id, option_title, text, number, unit, day, escalate } = answer;
  const asked = { code: [String(question_id), question_title, CODES], subId, isAbnormal: escalate };
  if (number !== null) return [{ ...asked, type: 'NM', value: String(number), unit: unit ?? '' }];
  if (day !== null) return [{ ...asked, type: 'DT', value: day.replaceAll('-', '') }];
  // A text may have several lines, each a repetition (HL7 v2.5.1 §2.A.78).
  if (text !== null) return [{ ...asked, type: 'TX', value: { repetitions: text.split(/\r\n|\r|\n/) } }];
  if (option_title !== null)
    return [{ ...asked, type: 'CWE', value: [option_id === null ? '' : String(option_id), option_title, CODES] }];
  // What was written was erased.
  return [];
}

/** Returns which of several answers to its question an answer is, from 1; empty for the only one. */
function subIdOf(answers: readonly GivenAnswer[], index: number): string {
  const id = answers[index]?.question_id;
  const count = (some: readonly GivenAnswer[]) => some.filter(({ question_id }) => question_id === id).length;
  return count(answers) === 1 ? '' : String(count(answers.slice(0, index + 1)));
}
