import { IconSend } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'deliveries',
    title: i18next.t('deliveries:menu.deliveries'),
    group: 'follow_up',
    order: 20,
    shortcut: 60,
    icon: IconSend,
    link: linkOptions({ to: '/deliveries/index' }),
    path: '/deliveries',
    isShown: application !== null && may('deliveries.list'),
  },
];
