import { Button, Group, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { caseCauses, type ReplyOf } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import classes from './causes.module.css';

type Counts = ReplyOf<typeof caseCauses.countCasesByCause>['data'];

/** Shows how many cases of a period were closed by each cause, as bars in a table. */
export function ByCausePage() {
  const { t } = useTranslation('cases');
  const search = useSearch({ from: '/shell/cases/by_cause' });
  const query = useQuery({
    ...ask(caseCauses.countCasesByCause, { query: search }, { topics: ['cases'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const path = [{ label: t('title'), to: '/cases/index' }];
  return (
    <Record query={query} title={t('by_cause.title')} path={path}>
      {(counts) => (
        <Page title={t('by_cause.title')} lead={t('by_cause.lead')} path={path}>
          <Period counts={counts} />
          <Panel title={t('by_cause.table')}>
            {counts.total === 0 ? <p className="wv-quiet">{t('by_cause.empty')}</p> : <CountTable counts={counts} />}
          </Panel>
        </Page>
      )}
    </Record>
  );
}

/** Days are applied together, because while a year is typed it is for a time another one. */
function Period({ counts: { from, to } }: { counts: Counts }) {
  const { t } = useTranslation('cases');
  const navigate = useNavigate();
  const [days, setDays] = useState({ from, to });
  const show = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ from: '/cases/by_cause', to: '/cases/by_cause', search: days });
  };
  return (
    <form onSubmit={show}>
      <Group gap={16} align="end">
        <TextInput
          type="date"
          label={t('by_cause.from')}
          required
          withAsterisk={false}
          min="1800-01-01"
          max={days.to}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('by_cause.to')}
          required
          withAsterisk={false}
          min={days.from}
          max="2999-12-31"
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Button type="submit" variant="default">
          {t('by_cause.show')}
        </Button>
      </Group>
    </form>
  );
}

function CountTable({ counts: { causes, total } }: { counts: Counts }) {
  const { t } = useTranslation('cases');
  const { number } = useFormats();
  const most = Math.max(1, ...causes.map(({ count }) => count));
  const share = (count: number) => number(count / total, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <table className={classes.table} aria-label={t('by_cause.table')}>
      <thead>
        <tr>
          <th scope="col">{t('by_cause.cause')}</th>
          <th scope="col">{t('by_cause.count')}</th>
          <th scope="col" className={classes.end}>
            {t('by_cause.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {causes.map(({ cause_id, title, count }) => (
          <tr key={cause_id ?? 'none'}>
            <th scope="row">
              {cause_id === null ? (
                <span className="wv-quiet">{t('by_cause.none')}</span>
              ) : (
                <AnchorLink to="/cases/index" search={{ state: 'closed', cause_id }} c="inherit">
                  <bdi>{title}</bdi>
                </AnchorLink>
              )}
            </th>
            <td className={classes.barCell}>
              <span className={classes.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
              <span className={classes.count}>{number(count)}</span>
            </td>
            <td className={classes.end}>{share(count)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('by_cause.total')}</th>
          <td colSpan={2}>{number(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
