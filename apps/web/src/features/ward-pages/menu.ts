import { IconMessageCheck } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'ward_pages',
    title: i18next.t('ward_pages:menu.ward_pages'),
    group: 'follow_up',
    order: 45,
    icon: IconMessageCheck,
    link: linkOptions({ to: '/ward_pages/index' }),
    path: '/ward_pages',
    isShown: application !== null && may('ward_pages.list'),
  },
];
