export { default as texts } from './en.json';
export { menu } from './menu.ts';
export { routes } from './routes.tsx';
