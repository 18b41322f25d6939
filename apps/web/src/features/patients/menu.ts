import { IconUserHeart } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'patients',
    title: i18next.t('patients:menu.patients'),
    group: 'messages',
    order: 70,
    icon: IconUserHeart,
    link: linkOptions({ to: '/patients/index' }),
    path: '/patients',
    isShown: application !== null && may('messages.list'),
  },
];
