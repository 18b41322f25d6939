import { numbered, type SurveyTemplate } from './survey-template.ts';

/** Five questions for the days after going home. Categories: overall, staff, discharge. Answers go from good to bad. */
export const DISCHARGE_SURVEY: SurveyTemplate = {
  title: { en: 'Your stay with us', ar: 'إقامتك معنا', fr: 'Votre séjour chez nous' },
  introduction: {
    en: 'Thank you for letting us look after you. Five short questions, about a minute. Tell us how it really was: it helps us to put things right.',
    ar: 'شكرًا لأنك ائتمنتنا على رعايتك. خمسة أسئلة قصيرة تستغرق نحو دقيقة. أخبرنا بما حدث كما كان، فهذا يساعدنا على إصلاح ما يلزم.',
    fr: 'Merci de nous avoir confié vos soins. Cinq questions courtes, environ une minute. Répondez en toute franchise : cela nous aide à corriger ce qui ne va pas.',
  },
  thank_you: {
    en: 'Thank you for taking the time. Our team reads every answer. If something went wrong, somebody may get in touch with you.',
    ar: 'شكرًا على وقتك. فريقنا يقرأ كل إجابة. وإذا حدث ما أزعجك، فقد يتصل بك أحد أفراد الفريق.',
    fr: 'Merci d’avoir pris ce temps. Notre équipe lit chaque réponse. Si quelque chose s’est mal passé, quelqu’un pourra vous contacter.',
  },
  options: {
    very_good: { title: { en: 'Very good', ar: 'جيدة جدًا', fr: 'Très bien' }, value: 100 },
    good: { title: { en: 'Good', ar: 'جيدة', fr: 'Bien' }, value: 67 },
    fair: { title: { en: 'Fair', ar: 'مقبولة', fr: 'Moyen' }, value: 33 },
    poor: { title: { en: 'Poor', ar: 'سيئة', fr: 'Mal' }, value: 0, escalate: true },
    yes: { title: { en: 'Yes', ar: 'نعم', fr: 'Oui' }, value: 100 },
    no: { title: { en: 'No', ar: 'لا', fr: 'Non' }, value: 0, notify: true },
    managing: {
      title: { en: 'Nothing, I am managing', ar: 'لا شيء، أموري بخير', fr: 'Non, tout va bien' },
      value: 100,
    },
    medicines: {
      title: { en: 'How to take my medicines', ar: 'طريقة تناول أدويتي', fr: 'La prise de mes médicaments' },
      value: 50,
      notify: true,
    },
    daily: {
      title: {
        en: 'Washing, dressing or meals',
        ar: 'الاستحمام أو ارتداء الملابس أو الوجبات',
        fr: 'La toilette, l’habillage ou les repas',
      },
      value: 50,
      notify: true,
    },
    wound: {
      title: { en: 'A wound that worries me', ar: 'جرح يقلقني', fr: 'Une plaie qui m’inquiète' },
      value: 0,
      escalate: true,
    },
    pain: {
      title: { en: 'Pain that is hard to bear', ar: 'ألم يصعب تحمّله', fr: 'Une douleur difficile à supporter' },
      value: 0,
      escalate: true,
    },
    ...numbered('rating_', 1, 5),
    rating_1: { title: { en: '1', ar: '1', fr: '1' }, value: 0, notify: true },
  },
  questions: [
    {
      key: 'overall',
      title: {
        en: 'Overall, how was your stay?',
        ar: 'بشكل عام، كيف كانت إقامتك؟',
        fr: 'Dans l’ensemble, comment s’est passé votre séjour ?',
      },
      type_of: 'radio',
      required: true,
      category: 'overall',
      options: ['very_good', 'good', 'fair', 'poor'],
    },
    {
      key: 'better',
      title: {
        en: 'What could we have done better?',
        ar: 'ما الذي كان بإمكاننا أن نفعله بشكل أفضل؟',
        fr: 'Qu’aurions-nous pu faire mieux ?',
      },
      type_of: 'text',
      category: 'overall',
      condition: { question: 'overall', option: 'poor' },
    },
    {
      key: 'kindness',
      title: {
        en: 'How kind and respectful were our staff?',
        ar: 'كيف كان لطف فريقنا واحترامه لك؟',
        fr: 'Notre équipe a-t-elle été gentille et respectueuse ?',
      },
      type_of: 'rating',
      required: true,
      category: 'staff',
      options: ['rating_1', 'rating_2', 'rating_3', 'rating_4', 'rating_5'],
    },
    {
      key: 'contact',
      title: {
        en: 'Do you know who to call if you are worried at home?',
        ar: 'هل تعرف بمن تتصل إذا شعرت بالقلق وأنت في المنزل؟',
        fr: 'Savez-vous qui appeler si vous êtes inquiet à la maison ?',
      },
      type_of: 'yes_no',
      required: true,
      category: 'discharge',
      options: ['yes', 'no'],
    },
    {
      key: 'help',
      title: {
        en: 'Do you need help with any of these now?',
        ar: 'هل تحتاج الآن إلى مساعدة في أيٍّ مما يلي؟',
        fr: 'Avez-vous besoin d’aide en ce moment ?',
      },
      type_of: 'checkbox',
      category: 'discharge',
      options: ['managing', 'medicines', 'daily', 'wound', 'pain'],
    },
    {
      key: 'comment',
      title: {
        en: 'Is there anything else you would like us to know?',
        ar: 'هل هناك أي شيء آخر تودّ أن نعرفه؟',
        fr: 'Souhaitez-vous nous dire autre chose ?',
      },
      type_of: 'text',
      category: 'overall',
    },
  ],
};
