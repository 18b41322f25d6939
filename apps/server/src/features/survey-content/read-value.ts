import { feedback } from '@wardvoice/contract';
import type { FormQuestion } from './survey-form.ts';

type NumberLimits = Pick<FormQuestion, 'smallest' | 'largest' | 'step' | 'unit'>;
type DayLimits = Pick<FormQuestion, 'earliest' | 'latest'>;

export type NumberProblem = 'not_a_number' | 'too_small' | 'too_large' | 'off_step';
export type DayProblem = 'not_a_day' | 'too_early' | 'too_late';

/** The zeros of the digits that keyboards in the portal's languages type: Arabic, and Persian and Urdu. */
const ZEROS = ['٠', '۰'];

/** Replaces the digits and signs of other scripts by ASCII. */
function inAscii(text: string): string {
  const ascii = text.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const zero = ZEROS.find((one) => digit >= one && digit.charCodeAt(0) - one.charCodeAt(0) < 10) ?? '0';
    return String(digit.charCodeAt(0) - zero.charCodeAt(0));
  });
  return ascii
    .replaceAll('٫', '.')
    .replaceAll('−', '-')
    .replaceAll(/[\u00A0\u202F\u2009]/g, ' ')
    .replaceAll(/[\u200E\u200F]/g, '')
    .trim();
}

/**
 * Reads a number as people write it: "36.6", "36,6", "1 200", "٣٦٫٦", "72 kg". Returns null for anything else, and for "1,200",
 * which is either one or a thousand, unless the question asks for thousandths.
 */
export function parseNumber(text: string, { step, unit }: Pick<NumberLimits, 'step' | 'unit'>): number | null {
  const written = inAscii(text);
  const isWithUnit = unit !== null && written.toLowerCase().endsWith(unit.toLowerCase());
  const bare = (isWithUnit ? written.slice(0, -unit.length) : written).trim();
  const together = /^[+-]?\d{1,3}( \d{3})+([.,]\d+)?$/.test(bare) ? bare.replaceAll(' ', '') : bare;
  const decimals = /^[+-]?\d{1,12}(?:[.,](\d{1,6}))?$/.exec(together);
  if (!decimals) return null;
  const isAmbiguous = decimals[1]?.length === 3 && /^[+-]?[1-9]\d{0,2}[.,]/.test(together);
  if (isAmbiguous && (step === null || inMillionths(step) % 10_000 === 0)) return null;
  return Number(together.replace(',', '.'));
}

/** Returns what is wrong with a number, or null. */
export function findNumberProblem(number: number, limits: NumberLimits): NumberProblem | null {
  const { smallest, largest, step } = limits;
  if (number < (smallest ?? -feedback.MAX_NUMBER)) return 'too_small';
  if (number > (largest ?? feedback.MAX_NUMBER)) return 'too_large';
  const isOnStep = step === null || (inMillionths(number) - inMillionths(smallest ?? 0)) % inMillionths(step) === 0;
  return isOnStep ? null : 'off_step';
}

/** A whole number, with which steps are counted exactly. */
const inMillionths = (number: number): number => Math.round(number * 10 ** feedback.MAX_DECIMALS);

/** Reads a day as year, month and day, with any sign between them. Returns an ISO date, or null. */
export function parseDay(text: string): string | null {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(inAscii(text));
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  // A day that does not exist, such as 31 February, becomes another one or none.
  return Number(year) >= MIN_YEAR && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

const MIN_YEAR = 1800;

/** Returns what is wrong with an ISO date, or null. */
export function findDayProblem(day: string, { earliest, latest }: DayLimits): DayProblem | null {
  if (earliest !== null && day < earliest) return 'too_early';
  return latest !== null && day > latest ? 'too_late' : null;
}
