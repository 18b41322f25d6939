import type { reports } from '@wardvoice/contract';

type Side = 'high' | 'low';

/** The words of a report as a PDF, and of the e-mail that brings it. `{name}` stands for a value. */
export interface ReportWords {
  title: string;
  /** `{day}`. */
  printed: string;
  /** How the figures are to be read, under the title. */
  reading: string;
  survey: string;
  ward: string;
  department: string;
  language: string;
  measure: Record<reports.Measure, string>;
  answers: string;
  asked: string;
  tooFew: string;
  /** `{number}`. */
  points: string;
  /** `{now}` and `{before}`: the days. */
  sideBySide: string;
  before: string;
  /** `{difference}`, `{lower}` and `{upper}`. */
  difference: string;
  verdict: Record<reports.ComparisonRow['verdict'], string>;
  /** `{day}` and `{what}`, one of `change`. */
  changed: string;
  notAlike: string;
  /** `{detail}`. */
  change: Record<reports.Change['kind'], string>;
  channel: Record<'sms' | 'email' | 'kiosk' | 'in_person' | 'link' | 'portal', string>;
  overTime: string;
  onlyChance: string;
  /** `{centre}`, `{lower}` and `{upper}`. */
  usual: string;
  /** `{centre}`. */
  always: string;
  noLimits: string;
  notJudged: string;
  /** `{from}` and `{to}`. */
  signal: Record<Side, Record<'one' | 'since' | 'between', string>>;
  rule: Record<Exclude<reports.Signal['rule'], 'beyond_limit'>, Record<Side, string>>;
  legend: Record<Side | 'hollow' | 'centre' | 'limits', string>;
  wards: string;
  /** `{share}` and `{count}`. */
  allWards: string;
  noneOutside: string;
  /** `{names}`. */
  outside: string;
  noFunnel: string;
  restOfWards: string;
  unknownWard: string;
  meaning: string;
  place: Record<(typeof reports.PLACES)[number], string>;
  questions: string;
  questionsLead: string;
  question: string;
  /** `{lower}` and `{upper}`. */
  range: string;
  noQuestions: string;
  themes: string;
  theme: string;
  /** `{answered}`, `{commented}` and `{tagged}`. */
  lookedAt: string;
  fewer: string;
  themesLead: string;
  shareOfTagged: string;
  /** `{share}`. */
  was: string;
  cases: string;
  /** `{count}`. */
  casesOf: string;
  noCases: string;
  cause: string;
  noCause: string;
  number: string;
  hidden: string;
  noSurvey: string;
  email: {
    /** `{title}` and `{days}`. */
    subject: string;
    /** `{title}`, `{hospital}`, `{days}`, `{link}` and `{schedules}`. */
    text: string;
  };
}
