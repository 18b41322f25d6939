import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { MessagesList } from './messages-list.tsx';

export function AllMessagesPage() {
  const { t } = useTranslation('messages');
  const search = useSearch({ from: '/shell/messages/index' });
  return (
    <MessagesList
      title={t('title.index')}
      lead={t('lead.index')}
      search={search}
      query={search}
      filters={['type', 'state', 'location', 'after', 'exclude_feedback', 'distribution_list']}
    />
  );
}

export function MessagesOfTypePage() {
  const { t } = useTranslation(['terms', 'messages']);
  const { type_string } = useParams({ from: '/shell/messages/$type_string/index' });
  const search = useSearch({ from: '/shell/messages/$type_string/index' });
  const type = messages.MESSAGE_TYPES.find((known) => known === type_string);
  if (!type) return <Navigate to="/dashboard" replace />;
  return (
    <MessagesList
      title={t(`message_type.${type}`)}
      lead={t(`messages:lead.${type}`)}
      search={search}
      query={{ ...search, type: messages.EVENT_BY_TYPE[type] }}
      filters={['state', 'location', 'after', 'exclude_feedback', 'distribution_list']}
      actions={
        type === 'discharges' && (
          <ButtonLink variant="default" to="/discharges/index">
            {t('messages:take_surveys')}
          </ButtonLink>
        )
      }
    />
  );
}

export function MessagesOfListPage() {
  const { t } = useTranslation('messages');
  const search = useSearch({ from: '/shell/messages/distribution-list/index' });
  const list = search.distribution_list || 'census';
  const isCensus = list === 'census';
  return (
    <MessagesList
      title={isCensus ? t('title.census') : t('title.distribution_list')}
      lead={isCensus ? t('lead.census') : list}
      search={search}
      query={{ ...search, distribution_list: list }}
      filters={['type', 'location', 'after', 'exclude_feedback']}
      {...(isCensus ? { empty: { title: t('census_empty_title'), text: t('census_empty_text') } } : {})}
    />
  );
}
