import { IconLayoutDashboard } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = () => [
  {
    name: 'dashboard',
    title: i18next.t('dashboard:menu.dashboard'),
    group: null,
    order: 1,
    icon: IconLayoutDashboard,
    link: linkOptions({ to: '/dashboard' }),
    path: '/dashboard',
    isShown: true,
  },
];
