import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { broadcasts } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { RelativeTime, useClockTime } from '../../ui/kit/time/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './broadcasts.module.css';

interface BroadcastResultsProps {
  broadcastId: number;
  funnel: broadcasts.Funnel;
  runs: readonly broadcasts.BroadcastRun[];
  quiet_until: string | null;
}

/** What became of everybody, so that it adds up: eligible = sent + suppressed by reason + failed + waiting. */
export function BroadcastResults({ broadcastId, funnel, runs, quiet_until }: BroadcastResultsProps) {
  const { t } = useTranslation('broadcasts');
  const { number, percent } = useFormats();
  const { word } = useTerms();
  const clockOf = useClockTime();
  const mayList = useMay()('deliveries.list');
  const { eligible, sent, answered, suppressed, failed, waiting, reasons } = funnel;
  const parts = { answered, sent: sent - answered, suppressed, failed, waiting };
  const link = (text: string, search: object) =>
    mayList ? (
      <AnchorLink to="/deliveries/index" search={{ broadcast: broadcastId, ...search }} c="inherit">
        {text}
      </AnchorLink>
    ) : (
      text
    );
  const queueing = runs.find(({ queued_at }) => queued_at === null);
  return (
    <Panel title={t('results.title')}>
      {runs.length === 0 ? (
        <p className="wv-quiet">{t('results.none')}</p>
      ) : (
        <>
          <div className={classes.bar} aria-hidden>
            {Object.entries(parts).map(
              ([part, count]) =>
                count > 0 && (
                  <span
                    key={part}
                    className={classes.part}
                    data-part={part}
                    style={{ inlineSize: `${(100 * count) / eligible}%` }}
                  />
                ),
            )}
          </div>
          {queueing && (
            <p className={classes.hint} role="status">
              {t('results.queueing', { done: number(queueing.funnel.eligible), total: number(queueing.total) })}
            </p>
          )}
          {quiet_until && waiting > 0 && (
            <p className={classes.hint} role="status">
              {t('results.quiet', { time: clockOf(quiet_until) })}
            </p>
          )}
          <table className={classes.figures} aria-label={t('results.title')}>
            <tbody>
              <Row label={link(t('results.sent'), {})} count={sent} share={percent(sent / Math.max(1, eligible))} />
              <Row
                inner
                label={link(t('results.answered'), { state: 'answered' })}
                count={answered}
                share={t('results.of_sent', { answered: number(answered), sent: number(sent) })}
              />
              <Row label={link(t('results.suppressed'), { state: 'suppressed' })} count={suppressed} />
              {reasons.map(({ reason, count }) => (
                <Row
                  key={reason}
                  inner
                  label={link(word('reason', reason), { state: 'suppressed', reason })}
                  count={count}
                />
              ))}
              <Row label={link(t('results.failed'), { state: 'failed' })} count={failed} />
              <Row label={link(t('results.waiting'), { state: 'scheduled' })} count={waiting} />
              <Row sum label={t('results.eligible')} count={eligible} />
            </tbody>
          </table>
          {mayList && (
            <div className={classes.more}>
              <ButtonLink
                variant="default"
                size="compact-sm"
                to="/deliveries/index"
                search={{ broadcast: broadcastId }}
              >
                {t('results.deliveries')}
              </ButtonLink>
            </div>
          )}
          {runs.length > 1 && <Runs runs={runs} />}
        </>
      )}
    </Panel>
  );
}

interface RowProps {
  label: React.ReactNode;
  count: number;
  share?: string;
  inner?: boolean;
  sum?: boolean;
}

function Row({ label, count, share = '', inner = false, sum = false }: RowProps) {
  const { number } = useFormats();
  return (
    <tr data-inner={inner || undefined} data-sum={sum || undefined}>
      <th scope="row">{label}</th>
      <td>
        <bdi>{share}</bdi>
      </td>
      <td>{number(count)}</td>
    </tr>
  );
}

function Runs({ runs }: { runs: readonly broadcasts.BroadcastRun[] }) {
  const { t } = useTranslation('broadcasts');
  const { number } = useFormats();
  const figures = ['eligible', 'sent', 'answered', 'suppressed', 'failed', 'waiting'] as const;
  return (
    <div className={classes.runs}>
      <Table mt={20} fz={13} aria-label={t('results.runs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('results.run')}</Table.Th>
            {figures.map((figure) => (
              <Table.Th key={figure} ta="end">
                {t(`results.${figure}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <RelativeTime at={run.started_at} exact />
                {run.run_on === null && <span className="wv-quiet"> {t('results.by_hand')}</span>}
              </Table.Td>
              {figures.map((figure) => (
                <Table.Td key={figure} ta="end">
                  {number(run.funnel[figure])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
