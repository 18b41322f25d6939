import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip, type Filter } from '../kit/filters.tsx';
import classes from './list-page.module.css';

interface FilterBarProps {
  filters: readonly Filter[];
  valueOf: (id: string) => string | undefined;
  onChange: (id: string, value: string | undefined) => void;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
}

/** Up to this number all filters are shown. */
const MAX_SHOWN = 8;
/** Of more, the first of them, and those that are set. */
const FIRST_SHOWN = 6;

/** The filters of a list on one line: where they are many, the later ones come when one asks for them. */
export function FilterBar({ filters, valueOf, onChange, onClear }: FilterBarProps) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const isFolded = filters.length > MAX_SHOWN && !showsAll;
  const shown = isFolded
    ? filters.filter(({ id }, index) => index < FIRST_SHOWN || valueOf(id) !== undefined)
    : filters;
  return (
    <div className={classes.filters} role="group" aria-label={t('list.filters')}>
      {shown.map((filter) => (
        <FilterChip
          key={`${filter.id}=${valueOf(filter.id) ?? ''}`}
          filter={filter}
          value={valueOf(filter.id)}
          onChange={(value) => onChange(filter.id, value)}
        />
      ))}
      {filters.length > MAX_SHOWN && (
        <Button
          variant="subtle"
          size="compact-xs"
          color="gray"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {isFolded ? t('list.more_filters', { count: filters.length - shown.length }) : t('list.fewer_filters')}
        </Button>
      )}
      {onClear && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={onClear}>
          {t('list.clear_filters')}
        </Button>
      )}
    </div>
  );
}
