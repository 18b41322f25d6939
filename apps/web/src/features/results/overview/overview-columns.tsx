import type { LinkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { SurveyTitle, Trend, useFigures } from './figures.tsx';

type Row = results.SurveyFigures;

export function useOverviewColumns(resultsOf: (id: number) => LinkOptions): Column<Row>[] {
  const { t } = useTranslation('results');
  const { countOf, changeOf, shareOf } = useFigures();
  const end = { align: 'end' } as const;
  return [
    {
      id: 'title',
      title: t('survey'),
      sort: 'title',
      render: (row) => <SurveyTitle survey={row} link={resultsOf(row.id)} />,
    },
    { id: 'sent', title: t('overview.sent'), sort: 'sent', width: 84, ...end, render: (row) => countOf(row.sent) },
    {
      id: 'delivered',
      title: t('overview.delivered'),
      sort: 'delivered',
      width: 96,
      from: 'widest',
      ...end,
      render: (row) => countOf(row.delivered),
    },
    {
      id: 'opened',
      title: t('overview.opened'),
      sort: 'opened',
      width: 88,
      from: 'widest',
      ...end,
      render: (row) => countOf(row.opened),
    },
    {
      id: 'answered',
      title: t('answers'),
      sort: 'answered',
      width: 156,
      ...end,
      render: (row) => (row.hidden ? <span className="wv-quiet">{t('overview.too_few')}</span> : countOf(row.answered)),
    },
    {
      id: 'response_rate',
      title: t('response_rate'),
      sort: 'response_rate',
      width: 130,
      from: 'medium',
      ...end,
      render: (row) => shareOf(row.response_rate),
    },
    { id: 'score', title: t('score'), sort: 'score', width: 110, ...end, render: (row) => countOf(row.score) },
    {
      id: 'change',
      title: t('overview.change'),
      sort: 'change',
      width: 96,
      from: 'medium',
      ...end,
      // Its sign stands before it in every language.
      render: (row) => <bdi dir="ltr">{changeOf(row.change)}</bdi>,
    },
    { id: 'trend', title: t('overview.trend'), width: 120, from: 'medium', render: (row) => <Trend survey={row} /> },
    {
      id: 'cases',
      title: t('overview.cases'),
      sort: 'cases',
      width: 84,
      from: 'medium',
      ...end,
      render: (row) => countOf(row.cases),
    },
  ];
}
