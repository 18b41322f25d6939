import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kiosks } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { ExportButton } from '../../ui/domain/export-button.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import classes from './people-panel.module.css';

type Kiosk = kiosks.Kiosk;

/** Lists the tablets that ask for this list now. Each kiosk can be ended. */
export function KiosksPanel({ listId, hidesWhenEmpty = false }: { listId: number; hidesWhenEmpty?: boolean }) {
  const { t } = useTranslation('mailing_lists');
  const { data } = useQuery(ask(kiosks.listKiosks, { params: { id: listId } }, { topics: ['feedback'] }));
  const rows = data?.data;
  if (hidesWhenEmpty && !rows?.length) return null;
  return (
    <Panel
      title={t('kiosk.panel')}
      flush
      actions={
        rows?.length ? (
          <ExportButton
            compact
            address={csvAddressOf({ path: `/mailing_list/${listId}/kiosks` }, {})}
            name={t('kiosk.panel')}
          />
        ) : undefined
      }
    >
      {rows?.length === 0 ? (
        <p className={`${classes.note} wv-quiet`}>{t('kiosk.none')}</p>
      ) : (
        <Kiosks listId={listId} rows={rows} />
      )}
    </Panel>
  );
}

function Kiosks({ listId, rows }: { listId: number; rows: readonly Kiosk[] | undefined }) {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const end = useEnd(listId);
  const button = (kiosk: Kiosk) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={end.busyWith === kiosk.id}
      aria-label={t('kiosk.end_of', { label: kiosk.label })}
      onClick={() => void end.ask(kiosk)}
    >
      {t('kiosk.end')}
    </Button>
  );
  /** The tablet, and who started it. */
  const label = (kiosk: Kiosk) => (
    <>
      <span dir="auto" title={kiosk.label}>
        {kiosk.label}
      </span>{' '}
      {kiosk.started_by_name && <bdi className="wv-quiet">{kiosk.started_by_name}</bdi>}
    </>
  );
  const survey = ({ survey_title, survey_active }: Kiosk) => (
    <>
      {survey_title} {!survey_active && <span className="wv-quiet">({t('kiosk.survey_off')})</span>}
    </>
  );
  const last = ({ last_answer_at }: Kiosk) =>
    last_answer_at ? <RelativeTime at={last_answer_at} /> : <span className="wv-quiet">{t('kiosk.never')}</span>;
  if (isPhone) {
    return (
      <ul className={classes.cards} aria-label={t('kiosk.panel')} aria-busy={!rows}>
        {rows?.map((kiosk) => (
          <li key={kiosk.id}>
            <RowCard
              title={label(kiosk)}
              aside={button(kiosk)}
              lines={[
                survey(kiosk),
                place(kiosk),
                <>
                  {t('kiosk.answers')}: {number(kiosk.answers_count)} · {last(kiosk)}
                </>,
              ]}
            />
          </li>
        ))}
      </ul>
    );
  }
  const columns: Column<Kiosk>[] = [
    { id: 'label', title: t('kiosk.label'), render: label },
    { id: 'survey', title: t('kiosk.survey'), from: 'medium', render: survey },
    { id: 'location', title: t('kiosk.location'), width: 150, from: 'wide', render: place },
    {
      id: 'since',
      title: t('kiosk.since'),
      width: 124,
      align: 'end',
      render: (row) => <RelativeTime at={row.started_at} />,
    },
    {
      id: 'until',
      title: t('kiosk.until'),
      width: 124,
      align: 'end',
      from: 'widest',
      render: (row) => <RelativeTime at={row.expires_at} />,
    },
    {
      id: 'answers',
      title: t('kiosk.answers'),
      width: 84,
      align: 'end',
      render: (row) => number(row.answers_count),
    },
    { id: 'last', title: t('kiosk.last'), width: 104, align: 'end', render: last },
    { id: 'end', title: t('kiosk.actions'), titleHidden: true, width: 84, align: 'end', render: button },
  ];
  return (
    <DataTable caption={t('kiosk.panel')} columns={columns} rows={rows} rowKey={(row) => row.id} skeletonRows={1} />
  );
}

const place = ({ location, department_title }: Kiosk): string =>
  [location, department_title].filter(Boolean).join(' · ');

function useEnd(listId: number) {
  const { t } = useTranslation('mailing_lists');
  const invalidate = useInvalidate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Kiosk) => call(kiosks.endKiosk, { params: { id: listId, kioskId: id } }),
    onSuccess: (_, { label }) => {
      noticeSuccess(t('kiosk.ended', { label }));
      void invalidate('kiosks');
    },
  });
  return {
    busyWith: isPending ? variables.id : null,
    ask: async (kiosk: Kiosk) => {
      const { label } = kiosk;
      if (await confirm({ title: t('kiosk.end_title', { label }), text: t('kiosk.end_text'), dangerous: true }))
        mutate(kiosk);
    },
  };
}
