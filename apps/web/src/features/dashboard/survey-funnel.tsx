import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './dashboard.module.css';
import { isReason, shareOf } from './figures.ts';

const STEPS = ['eligible', 'sent', 'delivered', 'opened', 'answered', 'cases', 'closed'] as const;

type Funnel = dashboard.Dashboard['funnel'];

/** From the events that could ask a patient to the closed case, and where the rest went. */
export function SurveyFunnel({ funnel }: { funnel: Funnel }) {
  const { t } = useTranslation('dashboard');
  const { number, percent } = useFormats();
  return (
    <Panel className={classes.wide ?? ''} title={t('funnel.title')}>
      <div className={classes.funnelColumns}>
        <table className={classes.funnel} aria-label={t('funnel.title')}>
          <thead className={classes.hiddenHead}>
            <tr>
              <th scope="col">{t('funnel.step')}</th>
              <th scope="col">{t('funnel.count')}</th>
              <th scope="col">{t('funnel.share')}</th>
            </tr>
          </thead>
          <tbody>
            {STEPS.map((step) => {
              const share = shareOf(funnel[step], funnel.eligible);
              return (
                <tr key={step}>
                  <th scope="row">{t(`funnel.${step}`)}</th>
                  <td className={classes.barCell}>
                    <span
                      className={classes.bar}
                      style={{ inlineSize: `${Math.min(share, 1) * 100}%` }}
                      data-step={step}
                      data-none={funnel[step] === 0 || undefined}
                    />
                    <span className={classes.barCount}>{number(funnel[step])}</span>
                  </td>
                  <td className={classes.share}>{percent(share)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <NotSent funnel={funnel} />
      </div>
    </Panel>
  );
}

/** Eligible = sent + scheduled + failed + suppressed, by reason. */
function NotSent({ funnel }: { funnel: Funnel }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const { word } = useTerms();
  const may = useMay();
  return (
    <div>
      <h3 className={classes.subtitle}>{t('funnel.not_sent')}</h3>
      <dl className={classes.pairs}>
        <Pair label={t('funnel.scheduled')}>{number(funnel.scheduled)}</Pair>
        <Pair label={t('funnel.failed')}>{number(funnel.failed)}</Pair>
        <Pair label={t('funnel.suppressed')}>{number(funnel.suppressed)}</Pair>
      </dl>
      {funnel.suppressed_by_reason.length > 0 && (
        <dl className={classes.pairs} data-reasons aria-label={t('funnel.reasons')}>
          {funnel.suppressed_by_reason.map(({ reason, count }) => (
            <Pair
              key={reason}
              label={
                may('deliveries.list') && isReason(reason) ? (
                  <AnchorLink to="/deliveries/index" search={{ state: 'suppressed', reason }} c="inherit">
                    {word('reason', reason)}
                  </AnchorLink>
                ) : (
                  word('reason', reason)
                )
              }
            >
              {number(count)}
            </Pair>
          ))}
        </dl>
      )}
    </div>
  );
}

function Pair({ label, children }: { label: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={classes.pair}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
