export { default as texts } from './en.json';
export { menu } from './menu.ts';
export { openRoutes } from './open-routes.tsx';
export { routes } from './routes.tsx';
