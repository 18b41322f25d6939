export { answerRowRoutes } from './answer-rows.routes.ts';
