import type { SurveyTemplate, Texts } from '../features/survey-templates/index.ts';

const asked = (key: string, title: Texts) => ({
  key,
  title,
  type_of: 'radio' as const,
  category: 'recovery',
  options: ['none', 'mild', 'moderate', 'severe', 'extreme'],
});

// The answers are points of a score, and say nothing of how content somebody is.
const option = (title: Texts) => ({ title, value: null });

/** A questionnaire about recovery after an operation on a hip or knee, in words of ours. */
export const RECOVERY_SURVEY: SurveyTemplate = {
  title: {
    en: 'Getting about after an operation',
    ar: 'الحركة بعد العملية',
    fr: 'Se déplacer après une opération',
    es: 'Moverse después de una operación',
    pl: 'Poruszanie się po operacji',
    ur: 'آپریشن کے بعد چلنا پھرنا',
  },
  introduction: {
    en: 'Four questions about the last week.',
    ar: 'أربعة أسئلة عن الأسبوع الماضي.',
    fr: 'Quatre questions sur la semaine passée.',
    es: 'Cuatro preguntas sobre la última semana.',
    pl: 'Cztery pytania o ostatni tydzień.',
    ur: 'پچھلے ہفتے کے بارے میں چار سوال۔',
  },
  thank_you: {
    en: 'Thank you. We will ask again to see how you get on.',
    ar: 'شكرًا لك. سنسألك مرة أخرى لنعرف كيف حالك.',
    fr: 'Merci. Nous vous redemanderons comment vous allez.',
    es: 'Gracias. Volveremos a preguntarle cómo le va.',
    pl: 'Dziękujemy. Zapytamy ponownie, jak się Państwo czują.',
    ur: 'شکریہ۔ ہم دوبارہ پوچھیں گے کہ آپ کیسے ہیں۔',
  },
  options: {
    none: option({ en: 'None', ar: 'لا شيء', fr: 'Aucune', es: 'Ninguna', pl: 'Wcale', ur: 'بالکل نہیں' }),
    mild: option({ en: 'Mild', ar: 'خفيف', fr: 'Légère', es: 'Leve', pl: 'Lekko', ur: 'ہلکی' }),
    moderate: option({ en: 'Moderate', ar: 'متوسط', fr: 'Modérée', es: 'Moderada', pl: 'Umiarkowanie', ur: 'درمیانی' }),
    severe: option({ en: 'Severe', ar: 'شديد', fr: 'Forte', es: 'Fuerte', pl: 'Mocno', ur: 'شدید' }),
    extreme: option({
      en: 'Extreme',
      ar: 'شديد جدًا',
      fr: 'Extrême',
      es: 'Extrema',
      pl: 'Bardzo mocno',
      ur: 'بہت شدید',
    }),
  },
  questions: [
    asked('walking', {
      en: 'Pain when walking',
      ar: 'الألم عند المشي',
      fr: 'Douleur en marchant',
      es: 'Dolor al caminar',
      pl: 'Ból przy chodzeniu',
      ur: 'چلتے وقت درد',
    }),
    asked('stairs', {
      en: 'Difficulty with stairs',
      ar: 'صعوبة صعود الدرج',
      fr: 'Difficulté dans les escaliers',
      es: 'Dificultad con las escaleras',
      pl: 'Trudność ze schodami',
      ur: 'سیڑھیوں میں دشواری',
    }),
    asked('night', {
      en: 'Pain at night',
      ar: 'الألم ليلًا',
      fr: 'Douleur la nuit',
      es: 'Dolor por la noche',
      pl: 'Ból w nocy',
      ur: 'رات کو درد',
    }),
    asked('socks', {
      en: 'Difficulty putting on socks',
      ar: 'صعوبة ارتداء الجوارب',
      fr: 'Difficulté à mettre des chaussettes',
      es: 'Dificultad para ponerse los calcetines',
      pl: 'Trudność z zakładaniem skarpet',
      ur: 'موزے پہننے میں دشواری',
    }),
  ],
};
