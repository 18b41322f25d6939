import { IconIdBadge2 } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'roles',
    title: i18next.t('roles:menu.roles'),
    group: 'manage',
    order: 14,
    icon: IconIdBadge2,
    link: linkOptions({ to: '/roles/index' }),
    path: '/roles',
    isShown: application !== null && may('users.view'),
  },
];
