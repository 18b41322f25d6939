export { default as texts } from './en.json';
export { menu } from './menu.ts';
export { openRoutes, routes } from './routes.tsx';
