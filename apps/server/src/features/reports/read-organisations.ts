import { may, reports, results } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope, type ApplicationScope } from '../../platform/scope.ts';
import { wilson } from '../../platform/statistics/wilson.ts';
import { readFrame } from '../results/index.ts';
import { readAccess } from '../users/index.ts';
import { curveOf } from './curve-of.ts';
import { findFftQuestion, listFftAnswers } from './fft.queries.ts';
import { funnelOf, type Funnel } from './statistics/funnel.ts';

type Filters = Pick<reports.ReportFilters, 'from' | 'to'>;

interface Organisation {
  id: number;
  title: string;
  /** The wards that the caller sees there; empty: every ward. */
  locations: readonly string[];
}

/** The question in one organisation, as the caller may see it. */
interface Answered extends Organisation, Required<Filters> {
  survey: { id: number; title: string } | null;
  count: number;
  successes: number;
}

/**
 * Compares the organisations where the caller may see results, by the one question that is alike in all of them. Each is read in a
 * transaction of its own, in which row-level security shows that organisation, and the wards that the caller sees there. One with
 * fewer than five answers counts in nothing, not in the share of all either.
 */
export async function readOrganisations(
  ctx: Context,
  session: PersonSession,
  filters: Filters,
): Promise<reports.OrganisationsReport> {
  const all = await ctx.db.transaction(systemScope('person'), (tx) => listOrganisations(tx, session));
  const answered: Answered[] = [];
  for (const one of all.slice(0, reports.MAX_ORGANISATIONS)) {
    const scope = { userId: session.userId, applicationId: one.id, locations: one.locations };
    answered.push({ ...one, ...(await ctx.db.reading(scope, (tx) => readAnswers(tx, scope, filters, ctx.clock()))) });
  }
  const compared = answered.filter((one) => isEnough(one) && one.locations.length === 0);
  const sum = (of: 'count' | 'successes') => compared.reduce((total, one) => total + one[of], 0);
  const everybody = { successes: sum('successes'), count: sum('count') };
  const funnel = compared.length < reports.FEWEST_WARDS ? null : funnelOf(compared, everybody);
  return {
    from: answered[0]?.from ?? filters.from ?? '',
    to: answered[0]?.to ?? filters.to ?? '',
    centre: compared.length > 0 ? everybody.successes / everybody.count : null,
    count: compared.length > 0 ? everybody.count : null,
    phi: funnel?.phi ?? null,
    tau_squared: funnel?.tauSquared ?? null,
    organisations: answered.map((one) => figuresOf(one, funnel)),
    left_off: Math.max(0, all.length - reports.MAX_ORGANISATIONS),
    curve: funnel ? curveOf(funnel, Math.max(...compared.map(({ count }) => count))) : [],
  };
}

const isEnough = ({ count }: { count: number }): boolean => count >= results.FEWEST_ANSWERS;

/** Lists by name the organisations in which somebody may see results. A superuser may in all. */
async function listOrganisations(tx: Tx, { userId, super_user }: PersonSession): Promise<Organisation[]> {
  const access = await readAccess(tx, userId);
  const found = await tx.selectFrom('applications').select(['id', 'title']).orderBy('title').orderBy('id').execute();
  return found.flatMap(({ id, title }) => {
    const held = access.get(id);
    if (super_user === 1) return [{ id, title, locations: held?.locations ?? [] }];
    return held && may({ super_user, permissions: held.permissions }, 'surveys.view')
      ? [{ id, title, locations: held.locations }]
      : [];
  });
}

async function readAnswers(
  tx: Tx,
  scope: ApplicationScope,
  filters: Filters,
  now: Date,
): Promise<Omit<Answered, keyof Organisation>> {
  const frame = await readFrame(tx, scope, null, filters, now);
  const { from, to } = frame;
  const question = await findFftQuestion(tx, frame);
  if (!question) return { from, to, survey: null, count: 0, successes: 0 };
  const answers = await listFftAnswers(tx, { ...frame, surveyId: question.survey_id }, question.id);
  const add = (counted: typeof answers) => counted.reduce((total, { count }) => total + count, 0);
  return {
    from,
    to,
    survey: { id: question.survey_id, title: question.survey_title },
    count: add(answers),
    successes: add(answers.filter(({ answer }) => answer === 'very_good' || answer === 'good')),
  };
}

const TOO_FEW = { count: null, successes: null, share: null, lower: null, upper: null, place: null };

function figuresOf(one: Answered, funnel: Funnel | null): reports.OrganisationFigures {
  const { id, title, survey, count, successes } = one;
  const some_wards = one.locations.length > 0;
  const head = { id, title, survey, some_wards };
  if (!isEnough(one)) return { ...head, ...TOO_FEW };
  const compared = some_wards ? null : funnel;
  return {
    ...head,
    count,
    successes,
    share: successes / count,
    ...wilson(successes, count),
    ...compared?.limitsAt(count),
    place: compared?.placeOf({ successes, count }) ?? null,
  };
}
