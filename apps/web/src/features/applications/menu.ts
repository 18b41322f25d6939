import { IconBuildingHospital } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'application',
    title: i18next.t('applications:menu.application'),
    group: 'manage',
    order: 80,
    icon: IconBuildingHospital,
    link: linkOptions({ to: '/applications/$id', params: { id: String(application?.id) } }),
    path: '/applications',
    isShown: application !== null && may('applications.view'),
  },
  {
    name: 'applications',
    title: i18next.t('applications:menu.applications'),
    group: 'administer',
    order: 10,
    shortcut: 90,
    icon: IconBuildingHospital,
    link: linkOptions({ to: '/applications/index' }),
    path: '/applications',
    isShown: application === null && may('superuser'),
  },
];
