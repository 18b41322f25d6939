import { IconHistory } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => {
  const entry = {
    name: 'audit',
    title: i18next.t('audit:menu.audit'),
    icon: IconHistory,
    link: linkOptions({ to: '/audit/index' }),
    path: '/audit',
  };
  return [
    { ...entry, group: 'manage', order: 70, isShown: application !== null && may('audit.list') },
    { ...entry, group: 'administer', order: 40, isShown: application === null && may('superuser') },
  ];
};
