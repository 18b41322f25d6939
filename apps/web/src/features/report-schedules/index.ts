import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export { default as texts } from './en.json';
export { find } from './find.ts';
/** Reached from the reports, and found by the palette. */
export const menu: SliceMenu = () => [];
export { routes } from './routes.tsx';
