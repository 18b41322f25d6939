import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { markOfPlace, reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { listed, named, useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { linkToAnswers } from './answers-link.tsx';
import type { FunnelPoint } from './charts/funnel-chart.tsx';
import { FunnelReport } from './funnel-report.tsx';
import { ReportPage } from './report-page.tsx';
import { useReportWords } from './use-report-words.ts';
import { WardsTable } from './wards-table.tsx';

export function WardsPage() {
  const { t } = useTranslation('reports');
  const search = useSearch({ from: '/shell/reports/wards' });
  const navigate = useNavigate({ from: '/reports/wards' });
  const query = useQuery({
    ...ask(reports.getWards, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      name="wards"
      endpoint={reports.getWards}
      query={query}
      search={search}
      controls={() => (
        <NativeSelect
          size="xs"
          aria-label={t('measure_label')}
          value={search.measure}
          data={reports.SHARES.map((value) => ({ value, label: t(`measure.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (old) => ({ ...old, measure: value as reports.Share }) })
          }
        />
      )}
    >
      {(report) => <Wards report={report} />}
    </ReportPage>
  );
}

function Wards({ report }: { report: reports.WardsReport }) {
  const { t } = useTranslation('reports');
  const { figure, days, people } = useReportWords();
  const { number } = useFormats();
  const application = useSession()?.application_user.application;
  const navigate = useNavigate();
  const may = useMay();
  const { measure, centre, count, curve, wards, survey, tau_squared } = report;
  const outside = wards.filter(({ place }) => markOfPlace(place) !== 'plain');
  const points = wards
    .filter(({ place }) => place !== null)
    .map(({ title, count: many, share, place }): FunnelPoint => ({
      name: title ?? '',
      count: many,
      share,
      mark: markOfPlace(place),
      words: [
        named(title ?? '', figure(share, measure)),
        people(many, measure),
        ...(place ? [t(`place.${place}`)] : []),
      ],
    }));
  const openAnswers = (name: string) => {
    const ward = wards.find(({ title }) => title === name);
    if (ward?.answers) void navigate(linkToAnswers(ward.answers));
  };
  return (
    <>
      <FunnelReport
        units="wards"
        title={t(`measure.${measure}`)}
        caption={[application?.title, survey?.title, days(report)].filter(Boolean).join(' · ')}
        found={
          outside.length === 0
            ? t('wards.none_outside')
            : t('wards.outside', { names: listed(outside.map(({ title }) => title ?? '')) })
        }
        all={t('wards.all', { share: figure(centre ?? 0, measure), count: number(count ?? 0) })}
        notes={tau_squared !== null && tau_squared > 0 ? [t('wards.widened')] : []}
        points={points}
        curve={curve}
        centre={centre ?? 0}
        countLabel={t(measure === 'satisfied' ? 'answers' : 'asked')}
        onChoose={may('feedback.list') ? openAnswers : undefined}
      />
      <Panel title={t('wards.by_name')}>
        <WardsTable report={report} />
      </Panel>
    </>
  );
}
