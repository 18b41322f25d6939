import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { destinations } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { noticeSuccess, noticeTrouble } from '../../ui/domain/notices.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { listed, useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { DestinationState } from './destination-marks.tsx';
import { addressOf } from './destinations-page.tsx';
import { QueuePanel } from './queue-panel.tsx';

type Destination = destinations.Destination;

/** Characters of YYYY-MM-DD. */
const DAY_LENGTH = 10;

export function DestinationPage() {
  const { t } = useTranslation('destinations');
  const { id } = useParams({ from: '/shell/destinations/$id' });
  const query = useQuery(
    ask(
      destinations.getDestination,
      { params: { id: Number(id) } },
      { failureIsShown: true, topics: ['destinations', 'messages'] },
    ),
  );
  const path = [{ label: t('title'), to: '/destinations/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(destination) => (
        <Page
          title={destination.name}
          path={path}
          lead={<About destination={destination} />}
          actions={<Actions destination={destination} />}
        >
          {destination.stopped_at && (
            <Alert color="red" icon={<IconAlertTriangle />} title={t('stopped_title')}>
              {t('stopped_text')}
            </Alert>
          )}
          <QueuePanel id={destination.id} />
        </Page>
      )}
    </Record>
  );
}

function About({ destination }: { destination: Destination }) {
  const { t } = useTranslation('destinations');
  const { number, plainDate } = useFormats();
  const {
    tls,
    ca,
    client_certificate_until,
    messages,
    answers,
    message_types,
    wards,
    acknowledgements,
    waiting,
    oldest_at,
    failed,
    stopped_at,
    on_error,
  } = destination;
  return (
    <FactLine>
      <Fact label={t('column.state')}>
        <DestinationState destination={destination} />
      </Fact>
      <Fact label={t('column.address')}>
        <code dir="ltr">{addressOf(destination)}</code>
      </Fact>
      <Fact label={t('transport')}>{t(`transports.${!tls ? 'plain' : ca === null ? 'system' : 'own'}`)}</Fact>
      <Fact label={t('client_certificate_until')}>
        {client_certificate_until && plainDate(client_certificate_until.slice(0, DAY_LENGTH))}
      </Fact>
      <Fact label={t('what_is_sent')}>
        {listed([...(messages ? [t('messages')] : []), ...(answers ? [t('answers_sent')] : [])])}
      </Fact>
      <Fact label={t('message_types')}>
        {messages && (message_types.length > 0 ? listed(message_types) : t('every_type'))}
      </Fact>
      <Fact label={t('wards')}>{wards.length > 0 ? listed(wards) : t('every_ward')}</Fact>
      <Fact label={t('acknowledgements')}>{t(`acknowledgement.${acknowledgements}`)}</Fact>
      <Fact label={t('on_error')}>{t(`on_errors.${on_error}`)}</Fact>
      <Fact label={t('column.waiting')}>{number(waiting)}</Fact>
      <Fact label={t('column.oldest')}>{oldest_at && <RelativeTime at={oldest_at} />}</Fact>
      <Fact label={t('column.failed')}>{number(failed)}</Fact>
      <Fact label={t('stopped_at')}>{stopped_at && <RelativeTime at={stopped_at} />}</Fact>
    </FactLine>
  );
}

function Actions({ destination: { id, active } }: { destination: Destination }) {
  const { t } = useTranslation(['destinations', 'common']);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const change = useMutation({
    mutationFn: () => call(active ? destinations.pauseDestination : destinations.resumeDestination, { params: { id } }),
    onSuccess: () => noticeSuccess(t(active ? 'paused' : 'resumed')),
    onSettled: () => invalidate('destinations', 'alarms'),
  });
  const test = useMutation({
    mutationFn: () => call(destinations.testDestination, { params: { id } }),
    onSuccess: ({ data: { ok, error } }) =>
      ok ? noticeSuccess(t('test_ok')) : noticeTrouble(t('test_failed'), (error && inOwnWords(error)) ?? ''),
  });
  const Icon = active ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} stroke={1.75} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <Button
        variant={active ? 'default' : 'filled'}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {t(active ? 'pause' : 'resume')}
      </Button>
      <ButtonLink variant="default" to="/destinations/$id/edit" params={{ id: String(id) }}>
        {t('common:record.edit')}
      </ButtonLink>
      <DeleteButton
        what={t('what')}
        id={id}
        consequence={t('delete_text')}
        remove={() => call(destinations.deleteDestination, { params: { id } })}
        changes={['destinations', 'alarms']}
        onDeleted={() => void navigate({ to: '/destinations/index' })}
      />
    </>
  );
}
