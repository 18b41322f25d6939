import { IconMailbox } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'mailing_lists',
    title: i18next.t('mailing_lists:menu.mailing_lists'),
    group: 'bulk_mail',
    order: 20,
    icon: IconMailbox,
    link: linkOptions({ to: '/mailingList/index' }),
    path: '/mailingList',
    isShown: application !== null && may('contacts.list') && may('mailing-lists.list'),
  },
];
