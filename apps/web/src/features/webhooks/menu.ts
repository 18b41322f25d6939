import { IconWebhook } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'webhooks',
    title: i18next.t('webhooks:menu.webhooks'),
    group: 'manage',
    order: 17,
    icon: IconWebhook,
    link: linkOptions({ to: '/webhooks/index' }),
    path: '/webhooks',
    isShown: application !== null && may('webhooks.list'),
  },
];
