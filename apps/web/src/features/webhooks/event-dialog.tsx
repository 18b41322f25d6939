import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { webhooks } from '@wardvoice/contract';
import { inOwnWords } from '../../api/sentences.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import classes from './event-dialog.module.css';
import { EventState } from './webhook-marks.tsx';

interface EventDialogProps {
  title: string;
  /** Null: the dialog is closed. */
  event: webhooks.WebhookEvent | null;
  onClose: () => void;
}

/** Shows what was sent, and what came back. */
export function EventDialog({ title, event, onClose }: EventDialogProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  return (
    <Modal
      opened={event !== null}
      onClose={onClose}
      title={title}
      size={560}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {event && <EventFacts event={event} />}
    </Modal>
  );
}

function EventFacts({ event }: { event: webhooks.WebhookEvent }) {
  const { t } = useTranslation('webhooks');
  const { number, shortDateTime } = useFormats();
  const { state, type, message_id, happened_at, attempts, attempted_at, took_ms, status, answer, error } = event;
  return (
    <>
      <FactList>
        <Fact label={t('log.state')}>
          <EventState state={state} />
        </Fact>
        <Fact label={t('log.event')}>
          <code dir="ltr">{type}</code>
        </Fact>
        <Fact label="webhook-id">
          <code dir="ltr">{`msg_${message_id}`}</code>
        </Fact>
        <Fact label={t('log.happened_at')}>{shortDateTime(happened_at)}</Fact>
        <Fact label={t('log.attempts')}>{number(attempts)}</Fact>
        <Fact label={t('log.attempted_at')}>{attempted_at && shortDateTime(attempted_at)}</Fact>
        <Fact label={t('log.took')}>{took_ms !== null && t('log.milliseconds', { number: number(took_ms) })}</Fact>
        <Fact label={t('log.status')}>{status}</Fact>
        <Fact label={t('log.error')}>{error && inOwnWords(error)}</Fact>
      </FactList>
      <Bytes title={t('log.data')} text={JSON.stringify(event.data, null, 2)} />
      {answer !== null && <Bytes title={t('log.answer')} text={answer === '' ? t('log.empty_answer') : answer} />}
    </>
  );
}

const Bytes = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3 className={classes.title}>{title}</h3>
    {/* It can be focused, so that it scrolls by keyboard. */}
    <div
      className={classes.bytes}
      dir="ltr"
      role="textbox"
      aria-readonly
      aria-multiline
      aria-label={title}
      tabIndex={0}
    >
      {text}
    </div>
  </section>
);
