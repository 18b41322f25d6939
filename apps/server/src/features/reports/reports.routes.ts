import { reports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { readComparison } from './read-comparison.ts';
import { readFftReturn } from './read-fft-return.ts';
import { readOrganisations } from './read-organisations.ts';
import { readQuestions } from './read-questions.ts';
import { readThemes } from './read-themes.ts';
import { readTrend } from './read-trend.ts';
import { readWards } from './read-wards.ts';

export function reportsRoutes(routes: Routes, ctx: Context): void {
  route(routes, reports.getTrend, async ({ tx, scope, query }) => ({
    data: await readTrend(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getTrend, TREND_COLUMNS, async ({ tx, scope, query }) => ({
    data: (await readTrend(tx, scope, query, ctx.clock())).points,
  }));

  route(routes, reports.getWards, async ({ tx, scope, query }) => ({
    data: await readWards(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getWards, WARD_COLUMNS, async ({ tx, scope, query }) => ({
    data: (await readWards(tx, scope, query, ctx.clock())).wards,
  }));

  route(routes, reports.getComparison, async ({ tx, scope, query }) => ({
    data: await readComparison(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getComparison, COMPARISON_COLUMNS, async ({ tx, scope, query }) => ({
    data: (await readComparison(tx, scope, query, ctx.clock())).rows,
  }));

  route(routes, reports.getQuestions, async ({ tx, scope, query }) => ({
    data: await readQuestions(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getQuestions, QUESTION_COLUMNS, async ({ tx, scope, query }) => ({
    data: (await readQuestions(tx, scope, query, ctx.clock())).questions,
  }));

  route(routes, reports.getThemes, async ({ tx, scope, query }) => ({
    data: await readThemes(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getThemes, THEME_COLUMNS, async ({ tx, scope, query }) => ({
    data: (await readThemes(tx, scope, query, ctx.clock())).themes,
  }));

  sessionRoute(routes, reports.getOrganisations, async ({ session, query }) => ({
    data: await readOrganisations(ctx, session, query),
  }));

  route(routes, reports.getFftReturn, async ({ tx, scope, query }) => ({
    data: await readFftReturn(tx, scope, query, ctx.clock()),
  }));
  csvRoute(routes, reports.getFftReturn, FFT_COLUMNS, async ({ tx, scope, query }) => {
    const { rows, total } = await readFftReturn(tx, scope, query, ctx.clock());
    return { data: [...rows, { ward: 'Total', ...total }] };
  });
}

const TREND_COLUMNS = {
  period: (row: reports.TrendPoint) => row.period,
  from: (row: reports.TrendPoint) => row.from,
  to: (row: reports.TrendPoint) => row.to,
  count: (row: reports.TrendPoint) => row.count,
  value: (row: reports.TrendPoint) => row.value,
  lower_limit: (row: reports.TrendPoint) => row.lower,
  upper_limit: (row: reports.TrendPoint) => row.upper,
  not_counted: (row: reports.TrendPoint) => row.not_counted,
  signal: (row: reports.TrendPoint) => row.signal,
};

const WARD_COLUMNS = {
  ward: (row: reports.WardFigures) => row.title ?? '(too small to be shown)',
  count: (row: reports.WardFigures) => row.count,
  successes: (row: reports.WardFigures) => row.successes,
  share: (row: reports.WardFigures) => row.share,
  lower_95: (row: reports.WardFigures) => row.lower_95,
  upper_95: (row: reports.WardFigures) => row.upper_95,
  lower_998: (row: reports.WardFigures) => row.lower_998,
  upper_998: (row: reports.WardFigures) => row.upper_998,
  place: (row: reports.WardFigures) => row.place,
};

const COMPARISON_COLUMNS = {
  measure: (row: reports.ComparisonRow) => row.measure,
  now: (row: reports.ComparisonRow) => row.now,
  before: (row: reports.ComparisonRow) => row.before,
  count: (row: reports.ComparisonRow) => row.count,
  count_before: (row: reports.ComparisonRow) => row.count_before,
  difference: (row: reports.ComparisonRow) => row.difference,
  lower_95: (row: reports.ComparisonRow) => row.lower,
  upper_95: (row: reports.ComparisonRow) => row.upper,
  verdict: (row: reports.ComparisonRow) => row.verdict,
};

const QUESTION_COLUMNS = {
  id: (row: reports.QuestionFigures) => row.id,
  question: (row: reports.QuestionFigures) => row.title,
  category: (row: reports.QuestionFigures) => row.category,
  count: (row: reports.QuestionFigures) => row.count,
  satisfied: (row: reports.QuestionFigures) => row.satisfied,
  share: (row: reports.QuestionFigures) => row.share,
  lower_95: (row: reports.QuestionFigures) => row.lower,
  upper_95: (row: reports.QuestionFigures) => row.upper,
};

const THEME_COLUMNS = {
  theme: (row: reports.ThemeFigures) => row.tag,
  count: (row: reports.ThemeFigures) => row.count,
  share: (row: reports.ThemeFigures) => row.share,
  count_before: (row: reports.ThemeFigures) => row.count_before,
  share_before: (row: reports.ThemeFigures) => row.share_before,
  verdict: (row: reports.ThemeFigures) => row.verdict,
  satisfied_share: (row: reports.ThemeFigures) => row.satisfied,
  lower_95: (row: reports.ThemeFigures) => row.lower,
  upper_95: (row: reports.ThemeFigures) => row.upper,
};

const FFT_COLUMNS = {
  ward: (row: reports.FftRow) => row.ward || '(not known)',
  total_responses: (row: reports.FftRow) => row.responses,
  total_eligible: (row: reports.FftRow) => row.eligible,
  very_good: (row: reports.FftRow) => row.answers.very_good,
  good: (row: reports.FftRow) => row.answers.good,
  neither_good_nor_poor: (row: reports.FftRow) => row.answers.neither,
  poor: (row: reports.FftRow) => row.answers.poor,
  very_poor: (row: reports.FftRow) => row.answers.very_poor,
  dont_know: (row: reports.FftRow) => row.answers.dont_know,
  by_sms: (row: reports.FftRow) => row.modes.sms,
  by_online_survey: (row: reports.FftRow) => row.modes.online,
  by_device_at_discharge: (row: reports.FftRow) => row.modes.device,
  by_other: (row: reports.FftRow) => row.modes.other,
};
