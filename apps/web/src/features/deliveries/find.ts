import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { deliveryCalendar } from '@wardvoice/contract';
import { mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'deliveries',
  title: i18next.t('deliveries:menu.deliveries'),
  ...(mayCall(reader, deliveryCalendar.getDeliveryCalendar)
    ? {
        screens: [
          {
            id: 'calendar',
            title: i18next.t('deliveries:calendar.title'),
            detail: i18next.t('deliveries:menu.deliveries'),
            link: linkOptions({ to: '/deliveries/calendar' }),
          },
        ],
      }
    : {}),
});
