import { IconCategory } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'categories',
    title: i18next.t('categories:menu.categories'),
    group: 'manage',
    order: 20,
    icon: IconCategory,
    link: linkOptions({ to: '/categories/index' }),
    path: '/categories',
    isShown: application !== null && may('categories.list'),
  },
];
