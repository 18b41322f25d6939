export { answerScaleRoutes } from './answer-scales.routes.ts';
