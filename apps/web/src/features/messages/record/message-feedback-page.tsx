import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';

/** Leads to the patient's own form of this message's survey: what staff take at the bedside is what patients are asked. */
export function MessageFeedbackPage() {
  const { t } = useTranslation('messages');
  const { id } = useParams({ from: '/shell/messages/$id/feedback' });
  const query = useQuery({
    ...ask(messages.getMessageToken, { params: { id: Number(id) } }, { failureIsShown: true }),
    retry: false,
    gcTime: 0,
  });
  const token = query.data?.data.token;
  useEffect(() => {
    if (token) window.location.replace(`/feedback/${token}`);
  }, [token]);
  const path = [{ label: t('title.messages'), to: '/messages/index' }];
  return (
    <Record query={query} title={t('feedback')} path={path}>
      {() => (
        <Page title={t('feedback')} path={path}>
          <p role="status">{t('feedback_opens')}</p>
        </Page>
      )}
    </Record>
  );
}
