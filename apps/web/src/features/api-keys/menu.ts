import { IconKey } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'api_keys',
    title: i18next.t('api_keys:menu.api_keys'),
    group: 'manage',
    order: 16,
    icon: IconKey,
    link: linkOptions({ to: '/api-keys/index' }),
    path: '/api-keys',
    isShown: application !== null && may('api_keys.list'),
  },
];
