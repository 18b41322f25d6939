import type { consent } from '@wardvoice/contract';

interface ConsentWords {
  purpose: Readonly<Record<consent.Purpose, string>>;
  agreed: string;
  not_agreed: string;
  agree: string;
  withdraw: string;
  /** Said instead of storing a consent, when the page that was sent had other words than it has now. */
  changed: string;
}

const WORDS: { readonly en: ConsentWords; readonly [language: string]: ConsentWords } = {
  en: {
    purpose: {
      care: 'Messages about your care, such as appointments',
      surveys: 'Questions about how your visit went',
      broadcasts: 'News and questions to many people',
    },
    agreed: 'You have agreed that we send you this.',
    not_agreed: 'We send you this only if you agree. You can change your mind here at any time.',
    agree: 'I agree',
    withdraw: 'I no longer agree',
    changed: 'This page has changed in the meantime, so nothing was stored. Please read it again.',
  },
  ar: {
    purpose: {
      care: 'رسائل عن رعايتك، مثل المواعيد',
      surveys: 'أسئلة عن زيارتك',
      broadcasts: 'أخبار وأسئلة موجهة إلى كثيرين',
    },
    agreed: 'لقد وافقت على أن نرسل إليك هذا.',
    not_agreed: 'لا نرسل إليك هذا إلا إذا وافقت. يمكنك تغيير رأيك هنا في أي وقت.',
    agree: 'أوافق',
    withdraw: 'لم أعد موافقا',
    changed: 'تغيّرت هذه الصفحة في هذه الأثناء، لذلك لم يُحفظ شيء. يرجى قراءتها مرة أخرى.',
  },
  fr: {
    purpose: {
      care: 'Messages sur vos soins, par exemple vos rendez-vous',
      surveys: 'Questions sur le déroulement de votre visite',
      broadcasts: 'Nouvelles et questions adressées à de nombreuses personnes',
    },
    agreed: 'Vous avez accepté que nous vous envoyions cela.',
    not_agreed: 'Nous ne vous envoyons cela que si vous l’acceptez. Vous pouvez changer d’avis ici à tout moment.',
    agree: 'J’accepte',
    withdraw: 'Je n’accepte plus',
    changed: 'Cette page a changé entre-temps, rien n’a donc été enregistré. Veuillez la relire.',
  },
  es: {
    purpose: {
      care: 'Mensajes sobre su atención, como las citas',
      surveys: 'Preguntas sobre cómo fue su visita',
      broadcasts: 'Noticias y preguntas a muchas personas',
    },
    agreed: 'Ha aceptado que le enviemos esto.',
    not_agreed: 'Solo le enviamos esto si lo acepta. Puede cambiar de opinión aquí en cualquier momento.',
    agree: 'Acepto',
    withdraw: 'Ya no acepto',
    changed: 'Esta página ha cambiado entretanto, así que no se ha guardado nada. Léala de nuevo, por favor.',
  },
  pl: {
    purpose: {
      care: 'Wiadomości o opiece, na przykład o wizytach',
      surveys: 'Pytania o to, jak przebiegła wizyta',
      broadcasts: 'Wiadomości i pytania wysyłane do wielu osób',
    },
    agreed: 'Wyrażono zgodę na wysyłanie tych wiadomości.',
    not_agreed: 'Wysyłamy to tylko za zgodą. Zdanie można tu zmienić w każdej chwili.',
    agree: 'Wyrażam zgodę',
    withdraw: 'Wycofuję zgodę',
    changed: 'Ta strona zmieniła się w międzyczasie, więc niczego nie zapisano. Prosimy przeczytać ją ponownie.',
  },
  ur: {
    purpose: {
      care: 'آپ کی دیکھ بھال کے بارے میں پیغامات، جیسے ملاقات کا وقت',
      surveys: 'آپ کا آنا کیسا رہا، اس کے بارے میں سوالات',
      broadcasts: 'بہت سے لوگوں کو بھیجی جانے والی خبریں اور سوالات',
    },
    agreed: 'آپ نے رضامندی دی ہے کہ ہم آپ کو یہ بھیجیں۔',
    not_agreed: 'ہم آپ کو یہ صرف آپ کی رضامندی سے بھیجتے ہیں۔ آپ یہاں کسی بھی وقت اپنا ارادہ بدل سکتے ہیں۔',
    agree: 'میں راضی ہوں',
    withdraw: 'میں اب راضی نہیں',
    changed: 'اس دوران یہ صفحہ بدل گیا، اس لیے کچھ محفوظ نہیں کیا گیا۔ براہ کرم اسے دوبارہ پڑھیں۔',
  },
};

export const consentWords = (language: string): ConsentWords => WORDS[language] ?? WORDS.en;
