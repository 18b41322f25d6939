import type { SliceMenu } from '../../ui/domain/menu-entry.ts';

export { default as texts } from './en.json';
export { routes } from './routes.tsx';

/** Reached from other screens. */
export const menu: SliceMenu = () => [];
