import { IconHierarchy2 } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'departments',
    title: i18next.t('departments:menu.departments'),
    group: 'manage',
    order: 30,
    icon: IconHierarchy2,
    link: linkOptions({ to: '/departments/index' }),
    path: '/departments',
    isShown: application !== null && may('departments.list'),
  },
];
