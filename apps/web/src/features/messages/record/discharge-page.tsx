import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { MessageRecord } from './message-page.tsx';

/** The message, at the address of discharges. */
export function DischargePage() {
  const { t } = useTranslation('messages');
  const { id } = useParams({ from: '/shell/discharges/$id' });
  const query = useQuery(
    ask(
      messages.getDischarge,
      { params: { id: Number(id) } },
      { topics: ['messages', 'errors', 'deliveries', 'feedback'], failureIsShown: true },
    ),
  );
  return (
    <Record
      query={query}
      title={t('number', { id })}
      path={[{ label: t('title.discharges'), to: '/discharges/index' }]}
    >
      {(message) => <MessageRecord message={message} isDischarge />}
    </Record>
  );
}
