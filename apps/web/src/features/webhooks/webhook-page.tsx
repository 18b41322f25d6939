import { Button } from '@mantine/core';
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhooks } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { EventDialog } from './event-dialog.tsx';
import { LogPanel } from './log-panel.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretShown } from './secret-shown.tsx';
import { useEventWords } from './use-event-words.ts';
import { WebhookState } from './webhook-marks.tsx';
import { listed } from '../../ui/kit/formats.ts';

export function WebhookPage() {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { id } = useParams({ from: '/shell/webhooks/$id' });
  const query = useQuery(
    ask(webhooks.getWebhook, { params: { id: Number(id) } }, { failureIsShown: true, topics: ['webhooks'] }),
  );
  const path = [{ label: t('title'), to: '/webhooks/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(webhook) => (
        <Page
          title={webhook.description || webhook.url}
          path={path}
          lead={<About webhook={webhook} />}
          actions={<Actions webhook={webhook} />}
        >
          <Panel title={t('events')}>
            {listed(webhook.events.map(words))}
            {webhook.topic && <p className="wv-quiet">{t('fhir_help')}</p>}
          </Panel>
          <LogPanel webhook={webhook} />
        </Page>
      )}
    </Record>
  );
}

function About({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks');
  const { url, description, off_at, failing_since, previous_until, created_at, created_by } = webhook;
  return (
    <FactLine>
      <Fact label={t('column.state')}>
        <WebhookState webhook={webhook} />
      </Fact>
      {/* Without a description it is the title. */}
      <Fact label={t('column.url')}>{description && <code dir="ltr">{url}</code>}</Fact>
      <Fact label={t('off_at')}>{off_at && <RelativeTime at={off_at} />}</Fact>
      <Fact label={t('failing_since')}>{failing_since && <RelativeTime at={failing_since} />}</Fact>
      <Fact label={t('previous_until')}>{previous_until && <RelativeTime at={previous_until} />}</Fact>
      <Fact label={t('column.created_at')}>
        <RelativeTime at={created_at} />
      </Fact>
      <Fact label={t('created_by')}>{created_by?.name}</Fact>
    </FactLine>
  );
}

function Actions({ webhook: { id } }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation(['webhooks', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const [isRotating, setRotating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const mayChange = may('webhooks.update');
  return (
    <>
      {mayChange && (
        <>
          <TestButton id={id} />
          <ButtonLink variant="default" to="/webhooks/$id/edit" params={{ id: String(id) }}>
            {t('common:record.edit')}
          </ButtonLink>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={() => setRotating(true)}
          >
            {t('rotate')}
          </Button>
        </>
      )}
      {may('webhooks.delete') && (
        <DeleteButton
          what={t('what')}
          id={id}
          consequence={t('delete_text')}
          remove={() => call(webhooks.deleteWebhook, { params: { id } })}
          changes={['webhooks', 'alarms']}
          onDeleted={() => void navigate({ to: '/webhooks/index' })}
        />
      )}
      <RotateDialog
        id={id}
        opened={isRotating}
        onClose={() => setRotating(false)}
        onRotated={(made) => {
          setRotating(false);
          setSecret(made);
        }}
      />
      <SecretShown title={t('secret.rotated')} secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

/** Sends an event now, and shows what came back. */
function TestButton({ id }: { id: number }) {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const [event, setEvent] = useState<webhooks.WebhookEvent | null>(null);
  const test = useMutation({
    mutationFn: () => call(webhooks.testWebhook, { params: { id } }),
    onSuccess: ({ data }) => {
      setEvent(data);
      void invalidate('webhooks');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <EventDialog
        title={event?.state === 'delivered' ? t('test_delivered') : t('test_failed')}
        event={event}
        onClose={() => setEvent(null)}
      />
    </>
  );
}
