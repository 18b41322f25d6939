import type { SurveyTemplate } from './survey-template.ts';

/**
 * The Friends and Family Test as NHS England has worded it since 2020: one mandatory question with six answers, and one
 * for a text. "Don't know" is an answer that does not count.
 */
export const FRIENDS_AND_FAMILY_TEST: SurveyTemplate = {
  title: {
    en: 'Friends and Family Test',
    ar: 'استبيان الأهل والأصدقاء',
    fr: 'Questionnaire famille et amis',
    es: 'Encuesta de familiares y amigos',
    pl: 'Ankieta dla rodziny i znajomych',
    ur: 'دوستوں اور خاندان کا سروے',
  },
  introduction: {
    en: 'We would like you to think about your recent experience of our service.',
    ar: 'نودّ أن تفكّر في تجربتك الأخيرة مع خدمتنا.',
    fr: 'Nous vous invitons à repenser à votre récente expérience de notre service.',
    es: 'Nos gustaría que pensara en su experiencia reciente con nuestro servicio.',
    pl: 'Prosimy o chwilę namysłu nad niedawnym kontaktem z nami.',
    ur: 'ہم چاہتے ہیں کہ آپ ہماری خدمت کے اپنے حالیہ تجربے پر غور کریں۔',
  },
  thank_you: {
    en: 'Thank you. What you told us helps us to look after people better.',
    ar: 'شكرًا لك. ما أخبرتنا به يساعدنا على تقديم رعاية أفضل.',
    fr: 'Merci. Ce que vous nous avez dit nous aide à mieux prendre soin des personnes.',
    es: 'Gracias. Lo que nos ha contado nos ayuda a atender mejor a las personas.',
    pl: 'Dziękujemy. Te odpowiedzi pomagają nam lepiej opiekować się ludźmi.',
    ur: 'شکریہ۔ آپ کے جواب سے ہمیں لوگوں کی بہتر دیکھ بھال میں مدد ملتی ہے۔',
  },
  options: {
    very_good: {
      title: { en: 'Very good', ar: 'جيدة جدًا', fr: 'Très bonne', es: 'Muy buena', pl: 'Bardzo dobre', ur: 'بہت اچھا' },
      value: 100,
    },
    good: { title: { en: 'Good', ar: 'جيدة', fr: 'Bonne', es: 'Buena', pl: 'Dobre', ur: 'اچھا' }, value: 75 },
    neither: {
      title: {
        en: 'Neither good nor poor',
        ar: 'لا جيدة ولا سيئة',
        fr: 'Ni bonne ni mauvaise',
        es: 'Ni buena ni mala',
        pl: 'Ani dobre, ani złe',
        ur: 'نہ اچھا نہ خراب',
      },
      value: 50,
    },
    poor: {
      title: { en: 'Poor', ar: 'سيئة', fr: 'Mauvaise', es: 'Mala', pl: 'Złe', ur: 'خراب' },
      value: 25,
      notify: true,
    },
    very_poor: {
      title: { en: 'Very poor', ar: 'سيئة جدًا', fr: 'Très mauvaise', es: 'Muy mala', pl: 'Bardzo złe', ur: 'بہت خراب' },
      value: 0,
      escalate: true,
    },
    dont_know: {
      title: {
        en: 'Don’t know',
        ar: 'لا أعرف',
        fr: 'Je ne sais pas',
        es: 'No lo sé',
        pl: 'Nie wiem',
        ur: 'معلوم نہیں',
      },
      value: null,
    },
  },
  questions: [
    {
      key: 'overall',
      title: {
        en: 'Overall, how was your experience of our service?',
        ar: 'بشكل عام، كيف كانت تجربتك مع خدمتنا؟',
        fr: 'Dans l’ensemble, comment était votre expérience de notre service ?',
        es: 'En general, ¿cómo fue su experiencia con nuestro servicio?',
        pl: 'Jakie jest ogólne wrażenie z kontaktu z nami?',
        ur: 'مجموعی طور پر ہماری خدمت کا تجربہ کیسا رہا؟',
      },
      type_of: 'radio',
      required: true,
      category: 'overall',
      options: ['very_good', 'good', 'neither', 'poor', 'very_poor', 'dont_know'],
    },
    {
      key: 'why',
      title: {
        en: 'Please can you tell us why you gave your answer?',
        ar: 'هل يمكنك أن تخبرنا عن سبب إجابتك؟',
        fr: 'Pouvez-vous nous dire pourquoi vous avez donné cette réponse ?',
        es: '¿Puede decirnos por qué ha respondido así?',
        pl: 'Skąd taka odpowiedź?',
        ur: 'کیا آپ بتا سکتے ہیں کہ آپ نے یہ جواب کیوں دیا؟',
      },
      type_of: 'text',
      category: 'overall',
    },
  ],
};
