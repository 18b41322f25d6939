import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /applications/:id/surveys.json': ({ id }) => ({ path: `/applications/${id}/surveys.json?paginate=0` }),
    'GET /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}` }),
    'PUT /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}`, body: { survey: { title: 'Renamed' } } }),
    'DELETE /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}` }),
    'POST /surveys/:id/duplicate': ({ surveyId }) => ({ path: `/surveys/${surveyId}/duplicate` }),
    'GET /surveys/:id/preview': ({ surveyId }) => ({ path: `/surveys/${surveyId}/preview` }),
    'GET /surveys/:id/translations': ({ surveyId }) => ({ path: `/surveys/${surveyId}/translations` }),
    'PUT /surveys/:id/translations': ({ surveyId }) => ({
      path: `/surveys/${surveyId}/translations`,
      body: { translation: { language: 'ar', texts: [] } },
    }),
    'GET /surveys/:id/questions': ({ surveyId }) => ({ path: `/surveys/${surveyId}/questions` }),
    'POST /surveys/:id/questions': ({ surveyId }) => ({
      path: `/surveys/${surveyId}/questions`,
      body: { question: { title: 'Was it warm enough?', type_of: 'yes_no' } },
    }),
    'PUT /surveys/:id/questions/order': ({ surveyId, questionIds }) => ({
      path: `/surveys/${surveyId}/questions/order`,
      body: { survey: { question_ids: questionIds } },
    }),
    'POST /surveys/:id/sections': ({ surveyId }) => ({
      path: `/surveys/${surveyId}/sections`,
      body: { section: { title: 'The ward' } },
    }),
    'PUT /surveys/:id/sections/:sectionId': ({ surveyId, sectionId }) => ({
      path: `/surveys/${surveyId}/sections/${sectionId}`,
      body: { section: { title: 'Renamed' } },
    }),
    'DELETE /surveys/:id/sections/:sectionId': ({ surveyId, sectionId }) => ({
      path: `/surveys/${surveyId}/sections/${sectionId}`,
    }),
    'PUT /surveys/:id/order': ({ surveyId, sectionId }) => ({
      path: `/surveys/${surveyId}/order`,
      body: { survey: { items: [{ kind: 'section', id: sectionId }] } },
    }),
    'DELETE /surveys/:id/questions/:questionId': ({ surveyId, questionIds }) => ({
      path: `/surveys/${surveyId}/questions/${questionIds[3]}`,
    }),
    'GET /questions/:id': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}` }),
    'PUT /questions/:id': ({ questionIds }) => ({
      path: `/questions/${questionIds[2]}`,
      body: { question: { title: 'Renamed' } },
    }),
    'DELETE /questions/:id': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}` }),
    'GET /questions/:id/options': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}/options` }),
    'POST /questions/:id/options': ({ questionIds }) => ({
      path: `/questions/${questionIds[2]}/options`,
      body: { option: { title: 'Beyond words', value: 100 } },
    }),
    'PUT /questions/:id/options/order': ({ questionIds, optionId }) => ({
      path: `/questions/${questionIds[2]}/options/order`,
      body: { question: { option_ids: [optionId] } },
    }),
    'DELETE /questions/:id/options/:optionId': ({ questionIds, optionId }) => ({
      path: `/questions/${questionIds[2]}/options/${optionId}`,
    }),
    'GET /options/:id': ({ optionId }) => ({ path: `/options/${optionId}` }),
    'PUT /options/:id': ({ optionId }) => ({ path: `/options/${optionId}`, body: { option: { value: 99 } } }),
    'DELETE /options/:id': ({ optionId }) => ({ path: `/options/${optionId}` }),
  },
  makingNothingOfPeople: ['POST /options', 'POST /surveys'],
};
