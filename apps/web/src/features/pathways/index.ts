export { default as texts } from './en.json';
export { find } from './find.ts';
export { menu } from './menu.ts';
export { routes } from './routes.tsx';
