import { createRoute } from '@tanstack/react-router';
import { options, questions, surveys } from '@wardvoice/contract';
import { listScreen, page, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/index',
    ...listScreen(surveys.listSurveys),
    component: page(() => import('./survey/surveys-page.tsx'), 'SurveysPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/create',
    component: page(() => import('./survey/survey-create-page.tsx'), 'SurveyCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/edit',
    component: page(() => import('./survey/survey-edit-page.tsx'), 'SurveyEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/translations',
    component: page(() => import('./translations/translations-page.tsx'), 'TranslationsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/create',
    component: page(() => import('./questions/question-create-page.tsx'), 'QuestionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/$question_id',
    component: page(() => import('./questions/question-page.tsx'), 'QuestionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/$question_id/edit',
    component: page(() => import('./questions/question-edit-page.tsx'), 'QuestionEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/index',
    ...listScreen(questions.listQuestions),
    component: page(() => import('./questions/questions-page.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/create',
    component: page(() => import('./questions/question-create-page.tsx'), 'QuestionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/$id',
    component: page(() => import('./questions/question-page.tsx'), 'QuestionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/$id/edit',
    component: page(() => import('./questions/question-edit-page.tsx'), 'QuestionEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/index',
    ...listScreen(options.listOptions),
    component: page(() => import('./options/options-page.tsx'), 'OptionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/create',
    component: page(() => import('./options/option-create-page.tsx'), 'OptionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/$id',
    component: page(() => import('./options/option-page.tsx'), 'OptionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/$id/edit',
    component: page(() => import('./options/option-edit-page.tsx'), 'OptionEditPage'),
  }),
] as const;
