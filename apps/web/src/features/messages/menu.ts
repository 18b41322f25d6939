import {
  IconAlertTriangle,
  IconAmbulance,
  IconBed,
  IconDoorExit,
  IconListDetails,
  IconLogin2,
  IconTransfer,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { MenuEntry, SliceMenu } from '../../ui/domain/menu-entry.ts';

const OF_TYPES = [
  { name: 'admissions', order: 10, shortcut: 40, icon: IconLogin2, hue: 'admission' },
  { name: 'casualties', order: 20, icon: IconAmbulance, hue: 'casualty' },
  { name: 'discharges', order: 30, shortcut: 30, icon: IconDoorExit, hue: 'discharge' },
  { name: 'transfers', order: 40, icon: IconTransfer, hue: 'transfer' },
] as const;

export const menu: SliceMenu = ({ application, may }) => {
  const group = 'messages';
  const isShown = application !== null && may('messages.list');
  const after = application?.messages_after ? { after: application.messages_after } : {};
  const ofTypes = OF_TYPES.map(({ name, ...entry }): MenuEntry => {
    const search = { exclude_feedback: '1' as const, ...after };
    return {
      ...entry,
      name,
      title: i18next.t(`terms:message_type.${name}`),
      group,
      link: linkOptions({ to: '/messages/$type_string/index', params: { type_string: name }, search }),
      path: `/messages/${name}/index`,
      isShown,
    };
  });
  return [
    ...ofTypes,
    {
      name: 'census',
      title: i18next.t('messages:menu.census'),
      group,
      order: 50,
      shortcut: 50,
      icon: IconBed,
      link: linkOptions({
        to: '/messages/distribution-list/index',
        search: { distribution_list: 'census', ...after },
      }),
      path: '/messages/distribution-list/index',
      isShown,
    },
    {
      name: 'all_messages',
      title: i18next.t('messages:menu.all_messages'),
      group,
      order: 60,
      icon: IconListDetails,
      link: linkOptions({ to: '/messages/index' }),
      path: '/messages/index',
      isShown,
    },
    {
      name: 'errors',
      title: i18next.t('messages:menu.errors'),
      group,
      order: 80,
      shortcut: 70,
      icon: IconAlertTriangle,
      link: linkOptions({ to: '/messages/errors' }),
      path: '/messages/errors',
      isShown: may('messages.reprocess'),
    },
  ];
};
