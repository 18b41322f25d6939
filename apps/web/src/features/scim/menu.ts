import { IconUserCog } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'scim',
    title: i18next.t('scim:menu.scim'),
    group: 'manage',
    order: 15,
    icon: IconUserCog,
    link: linkOptions({ to: '/scim/index' }),
    path: '/scim',
    isShown: application !== null && may('admin'),
  },
];
