import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from './formats.ts';
import classes from './pager.module.css';

const PAGE_SIZES = ['25', '50', '100', '200'];

/** Where a page is within its list. Pages and rows are counted from 1. */
interface Position {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
  from: number;
  to: number;
  total_is_estimate?: boolean | undefined;
}

interface PagerProps {
  list: Position;
  onPage: (page: number) => void;
  onPageSize: (perPage: number) => void;
}

export function Pager({ list, onPage, onPageSize }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { current_page: page, last_page: last } = list;
  const range = { from: number(list.from), to: number(list.to), total: number(list.total) };
  const steps = [
    { label: t('list.first'), to: 1, icon: IconChevronLeftPipe, off: page <= 1 },
    { label: t('list.previous'), to: page - 1, icon: IconChevronLeft, off: page <= 1 },
    { label: t('list.next'), to: page + 1, icon: IconChevronRight, off: page >= last },
    { label: t('list.last'), to: last, icon: IconChevronRightPipe, off: page >= last },
  ] as const;

  return (
    <nav className={classes.pager} aria-label={t('list.pages')}>
      <span className="wv-number" dir="auto" aria-live="polite">
        {list.total === 0 ? t('list.nothing') : t(list.total_is_estimate ? 'list.range_estimate' : 'list.range', range)}
      </span>
      <div className={classes.end}>
        <label className={classes.size}>
          <span>{t('list.page_size')}</span>
          <NativeSelect
            size="xs"
            value={String(list.per_page)}
            data={PAGE_SIZES.includes(String(list.per_page)) ? PAGE_SIZES : [String(list.per_page), ...PAGE_SIZES]}
            onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          />
        </label>
        <span className="wv-number" dir="auto">
          {t('list.page_of', { page: number(page), last: number(Math.max(last, 1)) })}
        </span>
        <div className={classes.steps}>
          {steps.map(({ label, to, icon: Picture, off }) => (
            <ActionIcon key={label} aria-label={label} title={label} disabled={off} onClick={() => onPage(to)}>
              <Picture size={18} stroke={1.5} className={classes.arrow} />
            </ActionIcon>
          ))}
        </div>
      </div>
    </nav>
  );
}
