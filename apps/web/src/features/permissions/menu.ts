import { IconKey } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'permissions',
    title: i18next.t('permissions:menu.permissions'),
    group: 'administer',
    order: 30,
    icon: IconKey,
    link: linkOptions({ to: '/permissions/index' }),
    path: '/permissions',
    isShown: application === null && may('superuser'),
  },
];
