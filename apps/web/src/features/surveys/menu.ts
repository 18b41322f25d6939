import { IconClipboardList, IconListCheck, IconMessageQuestion, IconRuler2 } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export const menu: SliceMenu = ({ application, may }) => [
  {
    name: 'surveys',
    title: i18next.t('surveys:menu.surveys'),
    group: 'manage',
    order: 40,
    icon: IconClipboardList,
    link: linkOptions({ to: '/surveys/index' }),
    path: '/surveys',
    isShown: application !== null && may('surveys.list'),
  },
  {
    name: 'questions',
    title: i18next.t('surveys:menu.questions'),
    group: 'manage',
    order: 50,
    icon: IconMessageQuestion,
    link: linkOptions({ to: '/questions/index' }),
    path: '/questions',
    isShown: application !== null && may('surveys.list'),
  },
  {
    name: 'options',
    title: i18next.t('surveys:menu.options'),
    group: 'manage',
    order: 60,
    icon: IconListCheck,
    link: linkOptions({ to: '/options/index' }),
    path: '/options',
    isShown: application !== null && may('surveys.list'),
  },
  {
    name: 'scales',
    title: i18next.t('surveys:menu.scales'),
    group: 'manage',
    order: 65,
    icon: IconRuler2,
    link: linkOptions({ to: '/scales/index' }),
    path: '/scales',
    isShown: application !== null && may('surveys.list'),
  },
];
