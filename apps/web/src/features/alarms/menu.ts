import { IconAlarm } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ may }) => [
  {
    name: 'alarms',
    title: i18next.t('alarms:menu.alarms'),
    group: 'follow_up',
    order: 50,
    icon: IconAlarm,
    link: linkOptions({ to: '/alarms/index', search: { open: '1' } }),
    path: '/alarms',
    isShown: may('alarms.list'),
  },
];
