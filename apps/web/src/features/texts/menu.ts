import { IconMessageReply } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'texts',
    title: i18next.t('texts:menu.texts'),
    group: 'follow_up',
    order: 30,
    icon: IconMessageReply,
    link: linkOptions({ to: '/texts/index' }),
    path: '/texts',
    isShown: application !== null && may('texts.list'),
  },
];
