import { createRoute } from '@tanstack/react-router';
import { answerScales, options, questions, surveys } from '@wardvoice/contract';
import { applicationPage, listScreen, shell } from '../../ui/domain/screen-routes.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/index',
    ...listScreen(surveys.listSurveys),
    component: applicationPage(() => import('./survey/surveys-page.tsx'), 'SurveysPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/create',
    component: applicationPage(() => import('./survey/survey-create-page.tsx'), 'SurveyCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/edit',
    component: applicationPage(() => import('./survey/survey-edit-page.tsx'), 'SurveyEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/translations',
    component: applicationPage(() => import('./translations/translations-page.tsx'), 'TranslationsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/scores/create',
    component: applicationPage(() => import('./scores/score-page.tsx'), 'ScoreCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/scores/$score_id',
    component: applicationPage(() => import('./scores/score-page.tsx'), 'ScorePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/create',
    component: applicationPage(() => import('./questions/question-create-page.tsx'), 'QuestionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/$question_id',
    component: applicationPage(() => import('./questions/question-page.tsx'), 'QuestionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/surveys/$id/questions/$question_id/edit',
    component: applicationPage(() => import('./questions/question-edit-page.tsx'), 'QuestionEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/index',
    ...listScreen(questions.listQuestions),
    component: applicationPage(() => import('./questions/questions-page.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/create',
    component: applicationPage(() => import('./questions/question-create-page.tsx'), 'QuestionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/$id',
    component: applicationPage(() => import('./questions/question-page.tsx'), 'QuestionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/questions/$id/edit',
    component: applicationPage(() => import('./questions/question-edit-page.tsx'), 'QuestionEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/index',
    ...listScreen(options.listOptions),
    component: applicationPage(() => import('./options/options-page.tsx'), 'OptionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/create',
    component: applicationPage(() => import('./options/option-create-page.tsx'), 'OptionCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/$id',
    component: applicationPage(() => import('./options/option-page.tsx'), 'OptionPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/options/$id/edit',
    component: applicationPage(() => import('./options/option-edit-page.tsx'), 'OptionEditPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scales/index',
    ...listScreen(answerScales.listAnswerScales),
    component: applicationPage(() => import('./scales/scales-page.tsx'), 'ScalesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scales/create',
    component: applicationPage(() => import('./scales/scale-create-page.tsx'), 'ScaleCreatePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scales/$id',
    component: applicationPage(() => import('./scales/scale-page.tsx'), 'ScalePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/scales/$id/edit',
    component: applicationPage(() => import('./scales/scale-edit-page.tsx'), 'ScaleEditPage'),
  }),
] as const;
