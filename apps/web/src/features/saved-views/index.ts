import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export { default as texts } from './en.json';
export { find } from './find.ts';
/** Shown on the lists, and found by the palette. */
export const menu: SliceMenu = () => [];
export const routes = [] as const;
