import { numbered, type SurveyTemplate } from './survey-template.ts';

/** For somebody whose answer called for help, when that has been seen to. Categories: overall, staff. */
export const DE_ESCALATION_SURVEY: SurveyTemplate = {
  title: { en: 'Did we put it right?', ar: 'هل أصلحنا الأمر؟', fr: 'Avons-nous arrangé les choses ?' },
  introduction: {
    en: 'You told us that something was not right. We would like to know how things are now.',
    ar: 'أخبرتنا أن أمرًا ما لم يكن على ما يرام. نودّ أن نعرف كيف أصبحت الأمور الآن.',
    fr: 'Vous nous avez dit que quelque chose n’allait pas. Nous aimerions savoir où en sont les choses.',
  },
  thank_you: {
    en: 'Thank you for telling us, and for giving us the chance to do better.',
    ar: 'شكرًا لأنك أخبرتنا، ولأنك منحتنا فرصة لنكون أفضل.',
    fr: 'Merci de nous l’avoir dit, et de nous avoir donné la possibilité de faire mieux.',
  },
  options: {
    yes: { title: { en: 'Yes', ar: 'نعم', fr: 'Oui' }, value: 100 },
    no: { title: { en: 'No', ar: 'لا', fr: 'Non' }, value: 0, escalate: true },
    solved: { title: { en: 'Yes, completely', ar: 'نعم، تمامًا', fr: 'Oui, complètement' }, value: 100 },
    partly: { title: { en: 'Partly', ar: 'جزئيًا', fr: 'En partie' }, value: 50, notify: true },
    unsolved: { title: { en: 'Not yet', ar: 'ليس بعد', fr: 'Pas encore' }, value: 0, escalate: true },
    ...numbered('rating_', 1, 5),
    ...numbered('nps_', 0, 10),
  },
  questions: [
    {
      key: 'contacted',
      title: {
        en: 'Did somebody from the hospital get in touch with you?',
        ar: 'هل تواصل معك أحد من المستشفى؟',
        fr: 'Quelqu’un de l’hôpital vous a-t-il contacté ?',
      },
      type_of: 'yes_no',
      required: true,
      category: 'staff',
      options: ['yes', 'no'],
    },
    {
      key: 'listened',
      title: {
        en: 'How well did we listen to you?',
        ar: 'إلى أي مدى أصغينا إليك؟',
        fr: 'Vous a-t-on bien écouté ?',
      },
      type_of: 'rating',
      category: 'staff',
      options: ['rating_1', 'rating_2', 'rating_3', 'rating_4', 'rating_5'],
    },
    {
      key: 'solved',
      title: {
        en: 'Has the problem been put right?',
        ar: 'هل حُلّت المشكلة؟',
        fr: 'Le problème est-il réglé ?',
      },
      type_of: 'radio',
      required: true,
      category: 'overall',
      options: ['solved', 'partly', 'unsolved'],
    },
    {
      key: 'recommend',
      title: {
        en: 'How likely are you to recommend us to your family or friends?',
        ar: 'ما مدى احتمال أن توصي بنا لعائلتك أو أصدقائك؟',
        fr: 'Nous recommanderiez-vous à votre famille ou à vos amis ?',
      },
      type_of: 'nps',
      category: 'overall',
      options: ['nps_0', 'nps_1', 'nps_2', 'nps_3', 'nps_4', 'nps_5', 'nps_6', 'nps_7', 'nps_8', 'nps_9', 'nps_10'],
    },
    {
      key: 'comment',
      title: {
        en: 'Is there anything we should still do?',
        ar: 'هل بقي ما ينبغي أن نفعله؟',
        fr: 'Reste-t-il quelque chose que nous devrions faire ?',
      },
      type_of: 'text',
      category: 'overall',
    },
  ],
};
