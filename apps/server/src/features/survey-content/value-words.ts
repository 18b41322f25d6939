import type { FormQuestion } from './survey-form.ts';
import type { DayProblem, NumberProblem } from './read-value.ts';

/** Texts about numbers and days, for the person who enters them. `{from}`, `{to}` and `{step}` are filled in. */
type ValueTexts = Readonly<
  Record<NumberProblem | DayProblem | 'whole' | 'between' | 'at_least' | 'at_most' | 'since' | 'until', string>
>;

const TEXTS: { readonly en: ValueTexts; readonly [language: string]: ValueTexts } = {
  en: {
    not_a_number: 'Write a number in digits, such as 12 or 12.5, with no sign between thousands.',
    too_small: 'Write a number that is {from} or more.',
    too_large: 'Write a number that is {to} or less.',
    off_step: 'Write a number in steps of {step}, counted from {from}.',
    whole: 'Write a whole number.',
    not_a_day: 'Write a day that exists, as year-month-day, such as 2026-01-31.',
    too_early: 'Choose {from} or a later day.',
    too_late: 'Choose {to} or an earlier day.',
    between: 'From {from} to {to}.',
    at_least: '{from} or more.',
    at_most: '{to} or less.',
    since: '{from} or later.',
    until: '{to} or earlier.',
  },
  ar: {
    not_a_number: 'اكتب رقمًا مثل 12 أو 12.5، دون فاصل بين الآلاف.',
    too_small: 'اكتب رقمًا لا يقل عن {from}.',
    too_large: 'اكتب رقمًا لا يزيد على {to}.',
    off_step: 'اكتب رقمًا بخطوات من {step}، بدءًا من {from}.',
    whole: 'اكتب رقمًا صحيحًا دون كسور.',
    not_a_day: 'اكتب يومًا موجودًا، بالترتيب سنة-شهر-يوم، مثل 2026-01-31.',
    too_early: 'اختر {from} أو يومًا بعده.',
    too_late: 'اختر {to} أو يومًا قبله.',
    between: 'من {from} إلى {to}.',
    at_least: '{from} أو أكثر.',
    at_most: '{to} أو أقل.',
    since: '{from} أو بعده.',
    until: '{to} أو قبله.',
  },
  fr: {
    not_a_number: 'Écrivez un nombre en chiffres, par exemple 12 ou 12,5, sans signe entre les milliers.',
    too_small: 'Écrivez un nombre égal ou supérieur à {from}.',
    too_large: 'Écrivez un nombre égal ou inférieur à {to}.',
    off_step: 'Écrivez un nombre par pas de {step}, à partir de {from}.',
    whole: 'Écrivez un nombre entier.',
    not_a_day: 'Écrivez un jour qui existe, sous la forme année-mois-jour, par exemple 2026-01-31.',
    too_early: 'Choisissez le {from} ou un jour suivant.',
    too_late: 'Choisissez le {to} ou un jour précédent.',
    between: 'De {from} à {to}.',
    at_least: '{from} ou plus.',
    at_most: '{to} ou moins.',
    since: 'À partir du {from}.',
    until: 'Jusqu’au {to}.',
  },
  es: {
    not_a_number: 'Escriba un número en cifras, por ejemplo 12 o 12,5, sin signo entre los miles.',
    too_small: 'Escriba un número igual o mayor que {from}.',
    too_large: 'Escriba un número igual o menor que {to}.',
    off_step: 'Escriba un número en pasos de {step}, a partir de {from}.',
    whole: 'Escriba un número entero.',
    not_a_day: 'Escriba un día que exista, como año-mes-día, por ejemplo 2026-01-31.',
    too_early: 'Elija el {from} o un día posterior.',
    too_late: 'Elija el {to} o un día anterior.',
    between: 'De {from} a {to}.',
    at_least: '{from} o más.',
    at_most: '{to} o menos.',
    since: 'A partir del {from}.',
    until: 'Hasta el {to}.',
  },
  pl: {
    not_a_number: 'Wpisz liczbę cyframi, na przykład 12 lub 12,5, bez znaku między tysiącami.',
    too_small: 'Wpisz liczbę nie mniejszą niż {from}.',
    too_large: 'Wpisz liczbę nie większą niż {to}.',
    off_step: 'Wpisz liczbę co {step}, licząc od {from}.',
    whole: 'Wpisz liczbę całkowitą.',
    not_a_day: 'Wpisz istniejący dzień w kolejności rok-miesiąc-dzień, na przykład 2026-01-31.',
    too_early: 'Wybierz {from} lub dzień późniejszy.',
    too_late: 'Wybierz {to} lub dzień wcześniejszy.',
    between: 'Od {from} do {to}.',
    at_least: '{from} lub więcej.',
    at_most: '{to} lub mniej.',
    since: '{from} lub później.',
    until: '{to} lub wcześniej.',
  },
  ur: {
    not_a_number: 'ہندسوں میں عدد لکھیں، جیسے 12 یا 12.5، ہزاروں کے درمیان کوئی نشان نہ لگائیں۔',
    too_small: 'ایسا عدد لکھیں جو {from} یا اس سے زیادہ ہو۔',
    too_large: 'ایسا عدد لکھیں جو {to} یا اس سے کم ہو۔',
    off_step: '{from} سے شروع کر کے {step} کے وقفوں میں عدد لکھیں۔',
    whole: 'پورا عدد لکھیں۔',
    not_a_day: 'ایسا دن لکھیں جو موجود ہو، سال-مہینہ-دن کی ترتیب میں، جیسے 2026-01-31۔',
    too_early: '{from} یا اس کے بعد کا دن چنیں۔',
    too_late: '{to} یا اس سے پہلے کا دن چنیں۔',
    between: '{from} سے {to} تک۔',
    at_least: '{from} یا زیادہ۔',
    at_most: '{to} یا کم۔',
    since: '{from} یا اس کے بعد۔',
    until: '{to} یا اس سے پہلے۔',
  },
};

type Limits = Pick<FormQuestion, 'smallest' | 'largest' | 'step' | 'earliest' | 'latest'>;

/** Says what is wrong with a number or a day, in the person's language. */
export function sayProblem(problem: NumberProblem | DayProblem, limits: Limits, language: string): string {
  const isWhole = problem === 'off_step' && limits.step === 1 && Number.isInteger(limits.smallest ?? 0);
  return fill(isWhole ? 'whole' : problem, limits, language);
}

/** Says which numbers or days are possible, in the person's language; null when all are. */
export function sayLimits(
  { type_of, ...limits }: Limits & Pick<FormQuestion, 'type_of'>,
  language: string,
): string | null {
  const [from, to] = type_of === 'date' ? [limits.earliest, limits.latest] : [limits.smallest, limits.largest];
  if (from !== null && to !== null) return fill('between', limits, language);
  if (from !== null) return fill(type_of === 'date' ? 'since' : 'at_least', limits, language);
  return to === null ? null : fill(type_of === 'date' ? 'until' : 'at_most', limits, language);
}

/** Plain English would put the month before the day. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

function fill(text: keyof ValueTexts, limits: Limits, language: string): string {
  const { smallest, largest, step, earliest, latest } = limits;
  const number = (value: number | null) =>
    new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 6 }).format(value ?? 0);
  return (TEXTS[language] ?? TEXTS.en)[text]
    .replace('{from}', () => (earliest === null ? number(smallest) : dayInWords(earliest, language)))
    .replace('{to}', () => (latest === null ? number(largest) : dayInWords(latest, language)))
    .replace('{step}', () => number(step));
}

const dayInWords = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', calendar: 'gregory', timeZone: 'UTC' }).format(
    new Date(`${iso}T00:00:00Z`),
  );
