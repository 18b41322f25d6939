import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { useMessageChoices } from '../use-message-choices.ts';
import type { Filter } from '../../../ui/kit/filters.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';

export type MessageFilterName = keyof typeof messages.messageFilters.shape;

export function useMessageFilters(names: readonly MessageFilterName[]): Filter[] {
  const { t } = useTranslation(['messages', 'terms']);
  const { eventName } = useTerms();
  const { wards, lists } = useMessageChoices();
  const filters: Record<MessageFilterName, Filter> = {
    type: {
      id: 'type',
      kind: 'choice',
      label: t('filter.type'),
      options: [...Object.values(messages.EVENT_BY_TYPE), ...messages.APPOINTMENT_EVENTS].map((event) => ({
        value: event,
        label: eventName(event),
      })),
    },
    state: {
      id: 'state',
      kind: 'choice',
      label: t('filter.state'),
      options: messages.MESSAGE_STATES.map((state) => ({ value: state, label: t(`terms:message_state.${state}`) })),
    },
    location: {
      id: 'location',
      kind: 'choices',
      label: t('filter.location'),
      options: wards.map((ward) => ({ value: ward, label: ward })),
    },
    after: { id: 'after', kind: 'date', label: t('filter.after') },
    exclude_feedback: { id: 'exclude_feedback', kind: 'flag', label: t('filter.exclude_feedback') },
    distribution_list: {
      id: 'distribution_list',
      kind: 'choice',
      label: t('filter.distribution_list'),
      options: [
        { value: 'census', label: t('menu.census') },
        ...lists.map(({ name, title }) => ({ value: name, label: title || name })),
      ],
    },
  };
  return names.map((name) => filters[name]);
}
