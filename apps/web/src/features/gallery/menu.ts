import {
  IconChartBar,
  IconForms,
  IconHandClick,
  IconPalette,
  IconTable,
  IconTimelineEvent,
  type Icon,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import type { SliceMenu } from '../../ui/domain/menu-entry.ts';
import { GALLERY_PAGES, type GalleryPage } from './gallery-pages.ts';

const ICONS: Record<GalleryPage, Icon> = {
  controls: IconHandClick,
  forms: IconForms,
  lists: IconTable,
  charts: IconChartBar,
  records: IconTimelineEvent,
  foundations: IconPalette,
};

export const menu: SliceMenu = ({ may }) =>
  GALLERY_PAGES.map((name, place) => ({
    name: `gallery_${name}`,
    title: i18next.t(`gallery:${name}`),
    group: 'gallery',
    order: (place + 1) * 10,
    icon: ICONS[name],
    link: linkOptions({ to: `/gallery/${name}` }),
    path: `/gallery/${name}`,
    isShown: may('superuser'),
  }));
