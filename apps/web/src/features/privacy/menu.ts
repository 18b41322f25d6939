import { IconShieldLock } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'erasures',
    title: i18next.t('privacy:menu.erasures'),
    group: 'manage',
    order: 72,
    icon: IconShieldLock,
    link: linkOptions({ to: '/privacy/index' }),
    path: '/privacy',
    isShown: application !== null && may('persons.erase'),
  },
  {
    name: 'legal_holds',
    title: i18next.t('privacy:menu.legal_holds'),
    group: 'manage',
    order: 74,
    icon: IconShieldLock,
    link: linkOptions({ to: '/legal-holds/index', search: { standing: '1' } }),
    path: '/legal-holds',
    isShown: application !== null && may('persons.hold'),
  },
];
