import { IconClipboardHeart } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'cases',
    title: i18next.t('cases:menu.cases'),
    group: 'follow_up',
    order: 10,
    shortcut: 20,
    icon: IconClipboardHeart,
    link: linkOptions({ to: '/cases/index', search: { open: '1' } }),
    path: '/cases',
    isShown: application !== null && may('cases.list'),
  },
];
