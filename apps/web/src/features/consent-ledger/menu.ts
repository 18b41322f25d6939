import { IconChecklist } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'consent',
    title: i18next.t('consent_ledger:menu.consent'),
    group: 'manage',
    order: 76,
    icon: IconChecklist,
    link: linkOptions({ to: '/consent/index' }),
    path: '/consent',
    isShown: application !== null && may('persons.export'),
  },
];
