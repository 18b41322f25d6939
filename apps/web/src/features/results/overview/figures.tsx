import type { LinkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { Sparkline } from '../../../ui/kit/chart/sparkline.tsx';
import { listed, useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';

interface OfSurvey {
  survey: results.SurveyFigures;
}

/** Writes figures, and a dash for those that are not known. */
export function useFigures() {
  const { t } = useTranslation('results');
  const { number, percent } = useFormats();
  return {
    countOf: (value: number | null): string => (value === null ? t('not_told') : number(value)),
    /** With its sign, unless it is 0. */
    changeOf: (value: number | null): string =>
      value === null ? t('not_told') : number(value, { signDisplay: 'exceptZero' }),
    shareOf: (value: number | null): string => (value === null ? t('not_told') : percent(value)),
  };
}

export function SurveyTitle({ survey, link }: OfSurvey & { link: LinkOptions }) {
  const { t } = useTranslation('results');
  return (
    <>
      <AnchorLink {...link} c="inherit">
        <bdi>{survey.title}</bdi>
      </AnchorLink>
      {!survey.active && <span className="wv-quiet"> · {t('overview.inactive')}</span>}
    </>
  );
}

/** The score by week, where there are at least two weeks to compare. */
export function Trend({ survey: { trend } }: OfSurvey) {
  const { t } = useTranslation('results');
  const { number } = useFormats();
  const scores = trend.map(({ score }) => score);
  if (scores.filter((score) => score !== null).length < 2) return <span className="wv-quiet">{t('not_told')}</span>;
  const said = listed(scores.map((score) => (score === null ? t('not_told') : number(score))));
  return <Sparkline values={scores} label={t('overview.by_week', { scores: said })} />;
}
