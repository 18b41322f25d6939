import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { departments, type reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { FilterChip, type Filter } from '../../ui/kit/filters.tsx';
import classes from './reports.module.css';

interface ReportFiltersProps {
  search: reports.ReportFilters;
  report: reports.ReportHead;
  /** What else is chosen, such as the measure. */
  children?: ReactNode;
}

/** The survey, and days, ward, department and language, kept in the address of the screen. */
export function ReportFilters({ search, report, children }: ReportFiltersProps) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const values: Readonly<Record<string, unknown>> = { ...search };
  const valueOf = (id: string) => {
    const value = values[id];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const change = (id: string, value: string | number | undefined) =>
    void navigate({ to: '.', search: (old) => ({ ...old, [id]: value }) });
  return (
    <div className={classes.filters} role="group" aria-label={t('filter.group')}>
      {/* One is always chosen, so it is no filter that can be taken out. */}
      <NativeSelect
        size="xs"
        aria-label={t('survey')}
        value={String(report.survey?.id ?? '')}
        data={report.choices.surveys.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={({ currentTarget: { value } }) => change('survey_id', Number(value))}
      />
      {useReportFilters(report).map((filter) => (
        <FilterChip
          key={`${filter.id}=${valueOf(filter.id) ?? ''}`}
          filter={filter}
          value={valueOf(filter.id)}
          onChange={(value) => change(filter.id, value)}
        />
      ))}
      {children}
    </div>
  );
}

export function useReportFilters({ choices }: reports.ReportHead): Filter[] {
  const { t } = useTranslation('reports');
  const { languageName } = useTerms();
  const mayList = useMay()('departments.list');
  const { data: known } = useQuery({
    ...ask(departments.listDepartments, { query: { paginate: '0' } }),
    enabled: mayList,
  });
  const choice = (id: string, options: readonly { value: string; label: string }[]): Filter => ({
    id,
    kind: 'choice',
    label: t(`filter.${id as 'location'}`),
    options,
  });
  return [
    { id: 'from', kind: 'date', label: t('filter.from') },
    { id: 'to', kind: 'date', label: t('filter.to') },
    choice(
      'location',
      choices.wards.map((ward) => ({ value: ward, label: ward })),
    ),
    ...(known
      ? [
          choice(
            'department_id',
            known.data.map(({ id, title }) => ({ value: String(id), label: title })),
          ),
        ]
      : []),
    choice(
      'language',
      choices.languages.map((language) => ({ value: language, label: languageName(language) })),
    ),
  ];
}
