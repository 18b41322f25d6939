import { IconPlugConnected } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'destinations',
    title: i18next.t('destinations:menu.destinations'),
    group: 'manage',
    order: 18,
    icon: IconPlugConnected,
    link: linkOptions({ to: '/destinations/index' }),
    path: '/destinations',
    isShown: application !== null && may('admin'),
  },
];
