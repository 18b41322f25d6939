import { IconUsers } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => {
  const entry = {
    name: 'users',
    title: i18next.t('users:menu.users'),
    shortcut: 80,
    icon: IconUsers,
    link: linkOptions({ to: '/users/index' }),
    path: '/users',
  };
  return [
    { ...entry, group: 'manage', order: 10, isShown: application !== null && may('users.list') },
    { ...entry, group: 'administer', order: 20, isShown: application === null && may('superuser') },
  ];
};
