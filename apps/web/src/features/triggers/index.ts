import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export { default as texts } from './en.json';

/** Shown on screens of other slices. */
export const menu: SliceMenu = () => [];
export const routes = [] as const;
