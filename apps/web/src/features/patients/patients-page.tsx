import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { patients } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useSeesEveryWard } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { PatientMarks } from './patient-marks.tsx';
import { useBirthDate } from '../../ui/domain/use-birth-date.ts';

export function PatientsPage() {
  const { t } = useTranslation('patients');
  const search = useSearch({ from: '/shell/patients/index' });
  const navigate = useNavigate();
  const birthDate = useBirthDate();
  const seesEveryWard = useSeesEveryWard();
  const list = useQuery({
    ...ask(patients.listPatients, { query: search }, { topics: ['messages'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        seesEveryWard && (
          <ButtonLink variant="default" to="/patients/doubts">
            {t('doubts_link')}
          </ButtonLink>
        )
      }
    >
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={[
          {
            id: 'in_doubt',
            kind: 'choice',
            label: t('filter.in_doubt'),
            options: [{ value: '1', label: t('filter.in_doubt_yes') }],
          },
        ]}
        columns={useColumns()}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/patients/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<PatientLink row={row} />}
            lines={[[row.identifier, birthDate(row)].filter(Boolean).join(' · ')]}
            marks={<PatientMarks patient={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(patients.listPatients, search), name: t('title') }}
      />
    </Page>
  );
}

function PatientLink({ row }: { row: patients.PatientSummary }) {
  const { patientName } = useTerms();
  return (
    <AnchorLink to="/patients/$id" params={{ id: String(row.id) }} c="inherit">
      {patientName(row)}
    </AnchorLink>
  );
}

function useColumns(): Column<patients.PatientSummary>[] {
  const { t } = useTranslation('patients');
  const birthDate = useBirthDate();
  return [
    { id: 'name', title: t('column.name'), sort: 'family_name', render: (row) => <PatientLink row={row} /> },
    { id: 'number', title: t('column.number'), width: 220, render: (row) => `${row.identifier} · ${row.authority}` },
    { id: 'born', title: t('column.born'), width: 150, align: 'end', from: 'medium', render: (row) => birthDate(row) },
    { id: 'marks', title: t('column.marks'), width: 220, render: (row) => <PatientMarks patient={row} /> },
  ];
}
