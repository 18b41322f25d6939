import { reports, results } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listGroups, protectGroups, type Counted, type Frame } from '../results/index.ts';
import { curveOf } from './curve-of.ts';
import { answersOf, readHead } from './read-head.ts';
import { listAskedByWard } from './reports.queries.ts';
import { funnelOf, type Funnel } from './statistics/funnel.ts';

type Query = reports.ReportFilters & Pick<reports.WardsReport, 'measure'>;

export async function readWards(
  tx: Tx,
  scope: ApplicationScope,
  { measure, ...filters }: Query,
  now: Date,
): Promise<reports.WardsReport> {
  const { frame, head } = await readHead(tx, scope, filters, now);
  const counted = frame ? await listCounted(tx, frame, measure) : [];
  const all = { successes: add(counted, 'satisfied'), count: add(counted, 'scored') };
  if (!frame || all.count < results.FEWEST_ANSWERS)
    return { ...head, measure, hidden: true, centre: null, count: null, ...NO_FUNNEL, wards: [], curve: [] };
  const groups = protectGroups(counted);
  const units = groups.filter(isWard).map(toUnit);
  const funnel = units.length < reports.FEWEST_WARDS ? null : funnelOf(units, all);
  return {
    ...head,
    measure,
    hidden: false,
    centre: all.successes / all.count,
    count: all.count,
    ...(funnel ? { phi: funnel.phi, tau_squared: funnel.tauSquared } : NO_FUNNEL),
    wards: groups.toSorted(byName).map((group) => figuresOf(group, frame, funnel)),
    curve: funnel ? curveOf(funnel, Math.max(...units.map(({ count }) => count))) : [],
  };
}

const NO_FUNNEL = { phi: null, tau_squared: null };

/** Returns the wards as sums of what the measure counts; none where fewer than five people answered, or where it is not known. */
async function listCounted(tx: Tx, frame: Frame, measure: reports.Share): Promise<Counted[]> {
  const wards = (await listGroups(tx, frame, 'month')).filter(({ kind }) => kind === 'ward');
  if (add(wards, 'answered') < results.FEWEST_ANSWERS) return [];
  // People without a score are in no share: a ward is large enough by those with one.
  if (measure === 'satisfied')
    return wards.filter(({ scored }) => scored > 0).map((ward) => ({ ...ward, answered: ward.scored }));
  return frame.filters.department_id === undefined ? listAskedByWard(tx, frame) : [];
}

const add = (groups: readonly Counted[], of: 'satisfied' | 'scored' | 'answered'): number =>
  groups.reduce((total, group) => total + group[of], 0);

const isWard = ({ title }: Counted): boolean => title !== null && title !== '';
const toUnit = ({ satisfied, scored }: Counted) => ({ successes: satisfied, count: scored });

/** By name; what is no ward comes last. */
const byName = (a: Counted, b: Counted): number =>
  Number(isWard(b)) - Number(isWard(a)) || (a.title ?? '').localeCompare(b.title ?? '');

function figuresOf(group: Counted, frame: Frame, funnel: Funnel | null): reports.WardFigures {
  const unit = toUnit(group);
  const ofFunnel = isWard(group) ? funnel : null;
  return {
    title: group.title,
    ...unit,
    share: unit.successes / unit.count,
    ...ofFunnel?.limitsAt(unit.count),
    place: ofFunnel?.placeOf(unit) ?? null,
    answers: isWard(group) ? answersOf(frame, { location: group.title ?? '' }) : null,
  };
}
