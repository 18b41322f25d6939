import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { MessageForm, type MessageValues } from './message-form.tsx';

export function CreateMessagePage() {
  return <CreateMessage isDischarge={false} />;
}

export function CreateDischargePage() {
  return <CreateMessage isDischarge />;
}

function CreateMessage({ isDischarge }: { isDischarge: boolean }) {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const [openedAt] = useState(() => new Date().toISOString());
  const endpoint = isDischarge ? messages.createDischarge : messages.createMessage;
  const record = useRecordForm<MessageValues, Awaited<ReturnType<typeof call<typeof endpoint>>>>({
    schema: endpoint.body,
    wrapper: 'hl7_message',
    failureTitle: t('form.failed'),
    values: {
      hl7_message: {
        ...(isDischarge ? { event: 'A03' as const } : {}),
        event_at: openedAt,
        hl7_message_pid: { phone_home: '' },
      },
    },
    save: (body) => call(endpoint, { body }),
    changes: ['messages', 'errors', 'patients', 'deliveries'],
    onSaved: ({ data: { id } }) => {
      noticeSuccess(t('form.created'));
      void navigate({ to: isDischarge ? '/discharges/$id' : '/messages/$id', params: { id: String(id) } });
    },
  });
  const index = isDischarge ? '/discharges/index' : '/messages/index';
  return (
    <Page
      title={t(isDischarge ? 'form.create_discharge_title' : 'form.create_title')}
      lead={t('form.create_lead')}
      path={[{ label: t(isDischarge ? 'title.discharges' : 'title.messages'), to: index }]}
    >
      <MessageForm
        of={record}
        submit={t(isDischarge ? 'form.create_discharge' : 'form.create')}
        onCancel={() => void navigate({ to: index })}
        maySend
        {...(isDischarge ? { events: ['A03'] } : {})}
      />
    </Page>
  );
}
