import { IconInbox } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application }) => [
  {
    name: 'inbox',
    title: i18next.t('inbox:menu.inbox'),
    group: 'follow_up',
    order: 40,
    shortcut: 10,
    icon: IconInbox,
    link: linkOptions({ to: '/inbox' }),
    path: '/inbox',
    isShown: application !== null,
  },
];
