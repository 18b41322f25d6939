import { feedback } from '@wardvoice/contract';
import type { PortalWords } from './portal-texts.ts';
import { POLISH, SPANISH, URDU } from './portal-words-more.ts';

export type { PortalWords };

export type PortalLanguage = (typeof feedback.PORTAL_LANGUAGES)[number];

const ENGLISH: PortalWords = {
  direction: 'ltr',
  language: 'Language',
  large_text: 'Larger text',
  step: (n, total) => `${n} of ${total}`,
  progress: '{n} of {total} answered',
  optional: 'optional',
  choose_any: 'Choose all that apply.',
  scale_rating: '1 is the worst, 5 is the best.',
  scale_nps: '0 is not at all likely, 10 is extremely likely.',
  quoted: (answer) => `“${answer}”`,
  if_answered: (answers) => `If you answered ${answers}:`,
  privacy: 'Your answers go to the hospital’s team. Your name is not on this page.',
  kept: 'Your answers are kept as you go. You can stop, and come back with the same link.',
  urgent:
    'If you need medical help now, please do not wait for us to read this. Call your doctor or the emergency services.',
  send: 'Send my answers',
  sending: 'Sending…',
  error: 'Error:',
  look_again: 'There is something to look at again',
  thank_you: { title: 'We have your answers', text: 'Thank you for taking the time.' },
  unknown: {
    title: 'We cannot find this survey',
    text: 'The link may have been cut off on its way to you. Open it again from your message, or copy all of it.',
  },
  used: { title: 'You have answered already', text: 'We have your answers. Thank you for taking the time.' },
  expired: {
    title: 'This survey has closed',
    text: 'The time to answer it is over. If there is something you want to tell us, please contact the hospital.',
  },
  withdrawn: {
    title: 'This survey is no longer needed',
    text: 'There is nothing you need to do. If there is something you want to tell us, please contact the hospital.',
  },
  no_link: {
    title: 'Please use the link you were sent',
    text: 'Your survey has a link of its own. It is in the text message or e-mail from the hospital.',
  },
  too_many: {
    title: 'Please wait a moment',
    text: 'Very many people are answering just now. Wait a minute, go back, and try again.',
  },
  trouble: {
    title: 'Something went wrong on our side',
    text: 'We are sorry. Please go back and try again in a few minutes.',
  },
};

const ARABIC: PortalWords = {
  direction: 'rtl',
  language: 'اللغة',
  large_text: 'نص أكبر',
  step: (n, total) => `${n} من ${total}`,
  progress: 'تمت الإجابة عن {n} من {total}',
  optional: 'اختياري',
  choose_any: 'اختر كل ما ينطبق.',
  scale_rating: '1 هو الأسوأ و5 هو الأفضل.',
  scale_nps: '0 يعني غير محتمل إطلاقًا و10 يعني محتمل جدًا.',
  quoted: (answer) => `«${answer}»`,
  if_answered: (answers) => `إذا كانت إجابتك ${answers}:`,
  privacy: 'تصل إجاباتك إلى فريق المستشفى. لا يظهر اسمك في هذه الصفحة.',
  kept: 'تُحفظ إجاباتك أثناء التعبئة. يمكنك التوقف والعودة لاحقًا بالرابط نفسه.',
  urgent: 'إذا كنت بحاجة إلى مساعدة طبية الآن، فلا تنتظر حتى نقرأ إجاباتك. اتصل بطبيبك أو بخدمات الطوارئ.',
  send: 'إرسال إجاباتي',
  sending: 'جارٍ الإرسال…',
  error: 'خطأ:',
  look_again: 'هناك ما يحتاج إلى مراجعة',
  thank_you: { title: 'وصلتنا إجاباتك', text: 'شكرًا على وقتك.' },
  unknown: {
    title: 'لم نعثر على هذا الاستبيان',
    text: 'ربما وصل الرابط ناقصًا. افتحه مرة أخرى من رسالتك أو انسخه كاملًا.',
  },
  used: { title: 'لقد أجبت من قبل', text: 'وصلتنا إجاباتك. شكرًا على وقتك.' },
  expired: {
    title: 'انتهى هذا الاستبيان',
    text: 'انتهت مدة الإجابة. إذا كان لديك ما تودّ إخبارنا به، فيرجى التواصل مع المستشفى.',
  },
  withdrawn: {
    title: 'لم تعد هناك حاجة إلى هذا الاستبيان',
    text: 'ليس عليك فعل أي شيء. إذا كان لديك ما تودّ إخبارنا به، فيرجى التواصل مع المستشفى.',
  },
  no_link: {
    title: 'يرجى استخدام الرابط المرسل إليك',
    text: 'لاستبيانك رابط خاص به تجده في الرسالة النصية أو البريد الإلكتروني من المستشفى.',
  },
  too_many: {
    title: 'يرجى الانتظار قليلًا',
    text: 'كثيرون يجيبون الآن. انتظر دقيقة ثم عُد وحاول مرة أخرى.',
  },
  trouble: {
    title: 'حدث خطأ من جانبنا',
    text: 'نعتذر عن ذلك. يرجى العودة والمحاولة مرة أخرى بعد بضع دقائق.',
  },
};

const FRENCH: PortalWords = {
  direction: 'ltr',
  language: 'Langue',
  large_text: 'Texte plus grand',
  step: (n, total) => `${n} sur ${total}`,
  progress: 'Réponses données : {n} sur {total}',
  optional: 'facultatif',
  choose_any: 'Cochez tout ce qui convient.',
  scale_rating: '1 est la moins bonne note, 5 la meilleure.',
  scale_nps: '0 : pas du tout probable. 10 : très probable.',
  quoted: (answer) => `« ${answer} »`,
  if_answered: (answers) => `Si vous avez répondu ${answers} :`,
  privacy: 'Vos réponses sont lues par l’équipe de l’hôpital. Votre nom ne figure pas sur cette page.',
  kept: 'Vos réponses sont gardées au fur et à mesure. Vous pouvez arrêter, puis revenir par le même lien.',
  urgent:
    'Si vous avez besoin d’une aide médicale maintenant, n’attendez pas que nous lisions ceci. Appelez votre médecin ou les urgences.',
  send: 'Envoyer mes réponses',
  sending: 'Envoi en cours…',
  error: 'Erreur :',
  look_again: 'Il y a quelque chose à revoir',
  thank_you: { title: 'Nous avons reçu vos réponses', text: 'Merci d’avoir pris ce temps.' },
  unknown: {
    title: 'Ce questionnaire est introuvable',
    text: 'Le lien a peut-être été coupé en chemin. Ouvrez-le à nouveau depuis votre message, ou copiez-le en entier.',
  },
  used: { title: 'Vous avez déjà répondu', text: 'Nous avons vos réponses. Merci d’avoir pris ce temps.' },
  expired: {
    title: 'Ce questionnaire est clos',
    text: 'Le délai pour répondre est passé. Si vous souhaitez nous dire quelque chose, contactez l’hôpital.',
  },
  withdrawn: {
    title: 'Ce questionnaire n’est plus nécessaire',
    text: 'Vous n’avez rien à faire. Si vous souhaitez nous dire quelque chose, contactez l’hôpital.',
  },
  no_link: {
    title: 'Utilisez le lien que vous avez reçu',
    text: 'Votre questionnaire a son propre lien. Il se trouve dans le SMS ou l’e-mail de l’hôpital.',
  },
  too_many: {
    title: 'Un instant, s’il vous plaît',
    text: 'Beaucoup de personnes répondent en ce moment. Attendez une minute, revenez en arrière et réessayez.',
  },
  trouble: {
    title: 'Un problème est survenu de notre côté',
    text: 'Nous en sommes désolés. Revenez en arrière et réessayez dans quelques minutes.',
  },
};

const WORDS: Readonly<Record<PortalLanguage, PortalWords>> = {
  en: ENGLISH,
  ar: ARABIC,
  fr: FRENCH,
  es: SPANISH,
  pl: POLISH,
  ur: URDU,
};

/** Returns the portal's texts; those in English for a language that the portal does not speak, around the survey's own texts. */
export const portalWords = (language: string): PortalWords => WORDS[speaks(language) ? language : 'en'];

export const speaks = (language: string | undefined): language is PortalLanguage =>
  feedback.PORTAL_LANGUAGES.some((one) => one === language);

/** Returns the first language of the browser that the portal speaks. */
export function acceptedLanguage(header: string | undefined): PortalLanguage {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(speaks) ?? 'en';
}
