import { useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@wardvoice/contract';
import { useLayout } from './layout/layout-store.ts';

/** Turns the page into the direction of its language, or from right to left where the layout says so. */
export function FollowLanguage() {
  const { i18n } = useTranslation();
  const { rtl } = useLayout();
  const { setDirection } = useDirection();
  const direction = rtl ? 'rtl' : directionOf(i18n.language);
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
