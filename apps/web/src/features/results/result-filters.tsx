import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { departments, type QueryOf, type results } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { FilterChip, type Filter } from '../../ui/kit/filters.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './results.module.css';

type Search = QueryOf<typeof results.getResults>;

/** Days, ward, department and language, kept in the address of the screen. */
export function ResultFilters({ search, results: found }: { search: Search; results: results.Results }) {
  const { t } = useTranslation('results');
  const { languageName } = useTerms();
  const navigate = useNavigate();
  const mayList = useMay()('departments.list');
  const { data: known } = useQuery({
    ...ask(departments.listDepartments, { query: { paginate: '0' } }),
    enabled: mayList,
  });
  const named = (groups: readonly results.Group[]) => groups.flatMap(({ title }) => (title ? [title] : []));
  const filters: Filter[] = [
    { id: 'from', kind: 'date', label: t('filter.from') },
    { id: 'to', kind: 'date', label: t('filter.to') },
    {
      id: 'location',
      kind: 'choice',
      label: t('filter.location'),
      options: named(found.wards).map((ward) => ({ value: ward, label: ward })),
    },
    ...(known
      ? [
          {
            id: 'department_id',
            kind: 'choice' as const,
            label: t('filter.department_id'),
            options: known.data.map(({ id, title }) => ({ value: String(id), label: title })),
          },
        ]
      : []),
    {
      id: 'language',
      kind: 'choice',
      label: t('filter.language'),
      options: named(found.languages).map((language) => ({ value: language, label: languageName(language) })),
    },
  ];
  const change = (patch: Record<string, unknown>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...patch }) });
  const valueOf = (id: string) => {
    const values: { [name: string]: unknown } = search;
    const value = values[id];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  return (
    <div className={classes.filters} role="group" aria-label={t('filter.group')}>
      {filters.map((filter) => (
        <FilterChip
          key={`${filter.id}=${valueOf(filter.id) ?? ''}`}
          filter={filter}
          value={valueOf(filter.id)}
          onChange={(value) => change({ [filter.id]: value })}
        />
      ))}
      <SegmentedControl
        size="xs"
        aria-label={t('show_by')}
        data={[
          { value: 'week', label: t('by_week') },
          { value: 'month', label: t('by_month') },
        ]}
        value={search.by}
        onChange={(by) => change({ by })}
      />
    </div>
  );
}
