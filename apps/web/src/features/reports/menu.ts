import { IconReportAnalytics } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'reports',
    title: i18next.t('reports:menu.reports'),
    group: 'manage',
    order: 67,
    icon: IconReportAnalytics,
    link: linkOptions({ to: '/reports/trend' }),
    path: '/reports',
    isShown: application !== null && may('surveys.view'),
  },
];
