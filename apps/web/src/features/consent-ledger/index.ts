export { default as texts } from './en.json';
export const menu = () => [];
export const routes = [] as const;
