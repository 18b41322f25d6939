import { Button, Drawer, Group, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { FeedbackLink } from '../../ui/domain/answers/feedback-link.tsx';
import { ChannelMark, DeliveryStateMark } from '../../ui/domain/marks.tsx';
import { SentText } from '../../ui/domain/sent-text/sent-text.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import classes from './delivery-quick-look.module.css';
import { RetryDelivery } from './retry-delivery.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';

interface DeliveryQuickLookProps {
  delivery: deliveries.Delivery | null;
  onClose: () => void;
}

export function DeliveryQuickLook({ delivery, onClose }: DeliveryQuickLookProps) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { recipientOf } = useDeliveryWords();
  return (
    <Drawer
      opened={delivery !== null}
      onClose={onClose}
      title={delivery && recipientOf(delivery)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {delivery && <DeliveryBody delivery={delivery} />}
    </Drawer>
  );
}

function DeliveryBody({ delivery }: { delivery: deliveries.Delivery }) {
  const { t } = useTranslation(['deliveries', 'terms', 'common']);
  const may = useMay();
  const { whatOf } = useDeliveryWords();
  const isWaiting = delivery.state === 'scheduled' || delivery.state === 'sending';
  return (
    <Stack gap={16}>
      <Group gap={16}>
        <DeliveryStateMark state={delivery.state} soft />
        <ChannelMark channel={delivery.channel} />
        <span className="wv-quiet">{whatOf(delivery)}</span>
      </Group>
      <FactList>
        <Fact label={t('reason')}>{delivery.reason && t(`terms:reason.${delivery.reason}`)}</Fact>
        <Fact label={t('last_error')}>{delivery.last_error}</Fact>
        <Fact label={t('outcome')}>
          {delivery.state === 'failed' && delivery.outcome_unknown && t('may_have_arrived')}
        </Fact>
        <Fact label={t('to')}>{delivery.recipient ?? t(isWaiting ? 'chosen_later' : 'no_recipient')}</Fact>
        <Fact label={t('common:ward')}>{delivery.location}</Fact>
        <Fact label={t('send_at')}>
          <RelativeTime at={delivery.send_at} exact />
        </Fact>
        <Fact label={t('sent_at')}>{delivery.sent_at && <RelativeTime at={delivery.sent_at} exact />}</Fact>
        <Fact label={t('gateway')}>{delivery.gateway === 'outbox' ? t('outbox') : delivery.gateway}</Fact>
        <Fact label={t('attempts')}>{delivery.attempts > 0 && delivery.attempts}</Fact>
        {delivery.feedback_id !== null && may('feedback.list') && (
          <Fact label={t('answered')}>
            <FeedbackLink id={delivery.feedback_id} />
          </Fact>
        )}
      </FactList>
      <div>
        <h3 className={classes.label} dir="auto">
          {delivery.subject ?? t('text')}
        </h3>
        <p className={classes.text} dir="auto" data-none={!delivery.text || undefined}>
          {delivery.text ? <SentText text={delivery.text} /> : t(isWaiting ? 'text_later' : 'no_text')}
        </p>
        {delivery.link && <p className={classes.hint}>{t('link_hint')}</p>}
      </div>
      <Group gap={8}>
        {delivery.link && (
          <Button
            component="a"
            href={delivery.link}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
          >
            {t('open_link')}
          </Button>
        )}
        {delivery.unsubscribe_link && (
          <Button component="a" variant="default" href={delivery.unsubscribe_link} target="_blank" rel="noreferrer">
            {t('open_unsubscribe')}
          </Button>
        )}
        {delivery.state === 'failed' && may('deliveries.retry') && <RetryDelivery delivery={delivery} />}
        {delivery.message_id !== null && (
          <ButtonLink variant="default" to="/messages/$id" params={{ id: String(delivery.message_id) }}>
            {t('open_message')}
          </ButtonLink>
        )}
        {delivery.visit_id !== null && (
          <ButtonLink variant="default" to="/visits/$id" params={{ id: String(delivery.visit_id) }}>
            {t('open_visit')}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}
