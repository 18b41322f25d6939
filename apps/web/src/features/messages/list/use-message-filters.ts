import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import type { Filter } from '../../../ui/kit/filters.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';

export type MessageFilterName = keyof typeof messages.messageFilters.shape;

export function useMessageFilters(names: readonly MessageFilterName[]): Filter[] {
  const { t } = useTranslation(['messages', 'terms']);
  const { eventName } = useTerms();
  const filters: Record<MessageFilterName, Filter> = {
    type: {
      id: 'type',
      kind: 'choice',
      label: t('filter.type'),
      options: Object.values(messages.EVENT_BY_TYPE).map((event) => ({ value: event, label: eventName(event) })),
    },
    state: {
      id: 'state',
      kind: 'choice',
      label: t('filter.state'),
      options: messages.MESSAGE_STATES.map((state) => ({ value: state, label: t(`terms:message_state.${state}`) })),
    },
    location: { id: 'location', kind: 'text', label: t('filter.location'), hint: t('filter.location_hint') },
    after: { id: 'after', kind: 'date', label: t('filter.after') },
    exclude_feedback: { id: 'exclude_feedback', kind: 'flag', label: t('filter.exclude_feedback') },
    distribution_list: {
      id: 'distribution_list',
      kind: 'text',
      label: t('filter.distribution_list'),
      hint: t('filter.distribution_list_hint'),
    },
  };
  return names.map((name) => filters[name]);
}
