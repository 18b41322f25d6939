import { IconMailCog } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'account_emails',
    title: i18next.t('account:menu.account_emails'),
    group: 'administer',
    order: 50,
    icon: IconMailCog,
    link: linkOptions({ to: '/account-emails/index' }),
    path: '/account-emails',
    isShown: application === null && may('superuser'),
  },
];
