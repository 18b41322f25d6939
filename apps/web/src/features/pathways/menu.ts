import { IconRoute } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'pathways',
    title: i18next.t('pathways:title'),
    group: 'manage',
    order: 45,
    icon: IconRoute,
    link: linkOptions({ to: '/pathways/index' }),
    path: '/pathways',
    isShown: application !== null && may('surveys.view'),
  },
];
