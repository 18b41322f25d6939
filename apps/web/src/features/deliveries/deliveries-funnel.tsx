import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveries, type QueryOf } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './deliveries-funnel.module.css';

export type DeliverySearch = QueryOf<typeof deliveries.listDeliveries>;

/** The funnel is counted at this interval, not with every delivery, which on a busy day would be several times a second. */
const COUNT_EVERY_MS = 10_000;
const PARTS = ['sent', 'waiting', 'failed', 'suppressed'] as const;
const WAY = ['delivered', 'opened', 'answered'] as const;

/** Returns the filters that choose deliveries whatever became of them. */
export const whichOf = ({ term, channel, purpose, broadcast, survey, from, to }: DeliverySearch) => ({
  term,
  channel,
  purpose,
  broadcast,
  survey,
  from,
  to,
});

export const useFunnel = (search: DeliverySearch) =>
  useQuery({
    ...ask(deliveries.getDeliveryFunnel, { query: whichOf(search) }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_EVERY_MS,
  });

interface DeliveriesFunnelProps {
  search: DeliverySearch;
  query: ReturnType<typeof useFunnel>;
}

/** Shows what became of all deliveries that the filters choose. Each part filters the list, and pressed again shows all. */
export function DeliveriesFunnel({ search, query }: DeliveriesFunnelProps) {
  const { t } = useTranslation(['deliveries', 'terms', 'common']);
  const { number } = useFormats();
  const { word } = useTerms();
  const funnel = query.data?.data;
  if (query.isError && !funnel)
    return (
      <p className={classes.failed} role="alert">
        {t('funnel.failed')}{' '}
        <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
          {t('common:retry')}
        </Button>
      </p>
    );
  if (!funnel) return <Skeleton height={132} radius={10} />;
  const chosen = search.reason ? undefined : (search.step ?? stepOf(search.state));
  return (
    <section className={classes.funnel} aria-label={t('funnel.title')}>
      <div className={classes.stack} aria-hidden>
        {PARTS.map(
          (part) =>
            funnel[part] > 0 && (
              <span key={part} data-part={part} style={{ inlineSize: `${(100 * funnel[part]) / funnel.eligible}%` }} />
            ),
        )}
      </div>
      <ul className={classes.parts} aria-label={t('funnel.parts')}>
        <Part search={search} label={t('funnel.eligible')} count={funnel.eligible} choice={{}} current={false} />
        {PARTS.map((part) => (
          <Part
            key={part}
            part={part}
            search={search}
            label={t(`terms:funnel_step.${part}`)}
            count={funnel[part]}
            whole={funnel.eligible}
            choice={{ step: part }}
            current={chosen === part}
          />
        ))}
      </ul>
      <div className={classes.below} data-reasons={chosen === 'suppressed' || search.reason ? true : undefined}>
        <h2 className={classes.caption}>{t('funnel.of_sent')}</h2>
        <ul className={classes.small} aria-label={t('funnel.of_sent')}>
          {WAY.map((step) => (
            <Part
              key={step}
              search={search}
              label={t(`terms:funnel_step.${step}`)}
              count={funnel[step]}
              whole={funnel.sent}
              choice={{ step }}
              current={chosen === step}
            />
          ))}
        </ul>
        {funnel.reasons.length > 0 && (
          <>
            <h2 className={classes.caption}>{t('funnel.reasons')}</h2>
            <ul className={classes.reasons} aria-label={t('funnel.reasons')}>
              {funnel.reasons.map(({ reason, count }) => (
                <li key={reason}>
                  <PartLink search={search} choice={{ step: 'suppressed', reason }} current={search.reason === reason}>
                    {word('reason', reason)}
                  </PartLink>{' '}
                  <span className="wv-number">{number(count)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

const stepOf = (state: DeliverySearch['state']): deliveries.FunnelStep | undefined =>
  state === 'failed' || state === 'suppressed' || state === 'answered' ? state : undefined;

type Choice = Pick<DeliverySearch, 'step' | 'reason'>;

interface PartLinkProps {
  search: DeliverySearch;
  choice: Choice;
  current: boolean;
  children: React.ReactNode;
}

function PartLink({ search, choice, current, children }: PartLinkProps) {
  return (
    <AnchorLink
      to="/deliveries/index"
      search={{ ...whichOf(search), sort: search.sort, per_page: search.per_page, ...(current ? {} : choice) }}
      // Without this, the router would mark every link to this screen as the current one.
      activeOptions={{ exact: true, includeSearch: true }}
      c="inherit"
      aria-current={current || undefined}
    >
      {children}
    </AnchorLink>
  );
}

interface PartProps extends Omit<PartLinkProps, 'children'> {
  part?: (typeof PARTS)[number];
  label: string;
  count: number;
  whole?: number;
}

function Part({ part, label, count, whole, ...link }: PartProps) {
  const { number, percent } = useFormats();
  return (
    <li className={classes.part} data-current={link.current || undefined}>
      <span className={classes.label}>
        {part && <span className={classes.dot} data-part={part} aria-hidden />}
        <PartLink {...link}>{label}</PartLink>
      </span>
      <span className={classes.count}>
        {number(count)}{' '}
        {whole !== undefined && whole > 0 && <span className={classes.share}>{percent(count / whole)}</span>}
      </span>
    </li>
  );
}
