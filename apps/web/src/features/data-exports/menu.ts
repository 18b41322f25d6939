import { IconTableExport } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'data_exports',
    title: i18next.t('data_exports:title'),
    group: 'manage',
    order: 19,
    icon: IconTableExport,
    link: linkOptions({ to: '/data-exports/index' }),
    path: '/data-exports',
    isShown: application !== null && may('data_exports.list'),
  },
];
