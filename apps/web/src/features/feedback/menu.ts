import { IconMessageStar } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'feedback',
    title: i18next.t('feedback:menu.feedback'),
    group: 'follow_up',
    order: 15,
    icon: IconMessageStar,
    link: linkOptions({ to: '/feedback/records' }),
    path: '/feedback/records',
    isShown: application !== null && may('feedback.list'),
  },
];
