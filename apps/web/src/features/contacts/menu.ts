import { IconAddressBook } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'contacts',
    title: i18next.t('contacts:menu.contacts'),
    group: 'bulk_mail',
    order: 10,
    icon: IconAddressBook,
    link: linkOptions({ to: '/contacts/index' }),
    path: '/contacts',
    isShown: application !== null && may('contacts.list') && may('mailing-lists.list'),
  },
];
