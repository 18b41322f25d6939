import { useTranslation } from 'react-i18next';
import { webhooks } from '@wardvoice/contract';
import { eventKey, isEventType } from './event-key.ts';

/** Returns what names a type of event. One that this version does not know is named by its type. */
export function useEventWords(): (type: string) => string {
  const { t } = useTranslation('webhooks');
  return (type) => {
    if (type === webhooks.TEST_EVENT) return t('test_event');
    if (type === webhooks.HANDSHAKE_EVENT) return t('handshake_event');
    return isEventType(type) ? t(`event.${eventKey(type)}.title`) : type;
  };
}
