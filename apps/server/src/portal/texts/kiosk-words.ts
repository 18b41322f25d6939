import type { Notice } from './portal-texts.ts';

export type KioskNotice = 'unknown' | 'over' | 'paused';

interface KioskWords extends Record<KioskNotice, Notice> {
  begin: string;
  /** Text of the link that leads staff to the sign-in. */
  staff: string;
  anonymous: string;
  not_kept: string;
  back: string;
  still_title: string;
  still_text: string;
  still_yes: string;
  start_over: string;
  /** Shown after a survey that was taken on a device of the staff. */
  hand_back: string;
  next_person: string;
  /** Leads staff who have their device back to where they were. */
  take_back: string;
}

const WORDS: { readonly en: KioskWords; readonly [language: string]: KioskWords } = {
  en: {
    begin: 'Begin',
    staff: 'Staff',
    anonymous: 'You are not asked for your name, and nobody sees who answered.',
    not_kept: 'Nothing is kept until you send it.',
    back: 'Back to the start',
    still_title: 'Are you still there?',
    still_text: 'If nobody answers within half a minute, what was filled in is removed.',
    still_yes: 'Yes, go on',
    start_over: 'Remove it and start again',
    hand_back: 'Please give the device back now.',
    next_person: 'Staff: next person',
    take_back: 'Staff: take the device back',
    unknown: {
      title: 'This tablet is not set up',
      text: 'Please give it to a member of staff, who can start it again.',
    },
    over: {
      title: 'This tablet has stopped asking',
      text: 'There is nothing to fill in here any more. Please give it to a member of staff.',
    },
    paused: {
      title: 'Nothing is asked here at the moment',
      text: 'If there is something you want to tell us, please speak to a member of staff.',
    },
  },
  ar: {
    begin: 'ابدأ',
    staff: 'الموظفون',
    anonymous: 'لا نسألك عن اسمك، ولا يرى أحد من الذي أجاب.',
    not_kept: 'لا يُحفظ شيء قبل أن ترسله.',
    back: 'العودة إلى البداية',
    still_title: 'هل ما زلت هنا؟',
    still_text: 'إذا لم يُجب أحد خلال نصف دقيقة، فسيُحذف ما كُتب.',
    still_yes: 'نعم، أتابع',
    start_over: 'حذف الإجابات والبدء من جديد',
    hand_back: 'يرجى إعادة الجهاز الآن.',
    next_person: 'للموظفين: الشخص التالي',
    take_back: 'للموظفين: استعادة الجهاز',
    unknown: {
      title: 'هذا الجهاز غير مُعدّ',
      text: 'يرجى تسليمه إلى أحد الموظفين ليشغّله من جديد.',
    },
    over: {
      title: 'توقف هذا الجهاز عن طرح الأسئلة',
      text: 'لم يعد هناك ما يُملأ هنا. يرجى تسليمه إلى أحد الموظفين.',
    },
    paused: {
      title: 'لا توجد أسئلة هنا في الوقت الحالي',
      text: 'إذا كان لديك ما تودّ إخبارنا به، فيرجى التحدث إلى أحد الموظفين.',
    },
  },
  fr: {
    begin: 'Commencer',
    staff: 'Personnel',
    anonymous: 'Votre nom ne vous est pas demandé, et personne ne voit qui a répondu.',
    not_kept: 'Rien n’est gardé avant l’envoi.',
    back: 'Retour au début',
    still_title: 'Êtes-vous toujours là ?',
    still_text: 'Sans réponse dans la demi-minute, ce qui a été rempli sera effacé.',
    still_yes: 'Oui, continuer',
    start_over: 'Effacer et recommencer',
    hand_back: 'Veuillez maintenant rendre l’appareil.',
    next_person: 'Personnel : personne suivante',
    take_back: 'Personnel : reprendre l’appareil',
    unknown: {
      title: 'Cette tablette n’est pas configurée',
      text: 'Remettez-la à un membre du personnel, qui pourra la relancer.',
    },
    over: {
      title: 'Cette tablette ne pose plus de questions',
      text: 'Il n’y a plus rien à remplir ici. Remettez-la à un membre du personnel.',
    },
    paused: {
      title: 'Aucune question ici pour le moment',
      text: 'Si vous souhaitez nous dire quelque chose, adressez-vous à un membre du personnel.',
    },
  },
  es: {
    begin: 'Empezar',
    staff: 'Personal',
    anonymous: 'No le preguntamos su nombre, y nadie ve quién ha respondido.',
    not_kept: 'No se guarda nada hasta que lo envíe.',
    back: 'Volver al inicio',
    still_title: '¿Sigue ahí?',
    still_text: 'Si nadie responde en medio minuto, se borrará lo que se ha rellenado.',
    still_yes: 'Sí, continuar',
    start_over: 'Borrar y empezar de nuevo',
    hand_back: 'Devuelva ahora el dispositivo, por favor.',
    next_person: 'Personal: siguiente persona',
    take_back: 'Personal: recuperar el dispositivo',
    unknown: {
      title: 'Esta tableta no está preparada',
      text: 'Entréguela a alguien del personal, que podrá ponerla en marcha de nuevo.',
    },
    over: {
      title: 'Esta tableta ya no hace preguntas',
      text: 'Aquí ya no hay nada que rellenar. Entréguela a alguien del personal.',
    },
    paused: {
      title: 'Ahora mismo no hay preguntas aquí',
      text: 'Si quiere decirnos algo, hable con alguien del personal.',
    },
  },
  pl: {
    begin: 'Zacznij',
    staff: 'Personel',
    anonymous: 'Nie pytamy o nazwisko i nikt nie widzi, kto odpowiedział.',
    not_kept: 'Nic nie jest zapisywane przed wysłaniem.',
    back: 'Powrót na początek',
    still_title: 'Czy ktoś tu jest?',
    still_text: 'Jeśli w ciągu pół minuty nikt się nie odezwie, wpisane odpowiedzi zostaną usunięte.',
    still_yes: 'Tak, dalej',
    start_over: 'Usuń i zacznij od nowa',
    hand_back: 'Prosimy teraz oddać urządzenie.',
    next_person: 'Personel: następna osoba',
    take_back: 'Personel: odbierz urządzenie',
    unknown: {
      title: 'Ten tablet nie jest skonfigurowany',
      text: 'Prosimy oddać go komuś z personelu, kto uruchomi go ponownie.',
    },
    over: {
      title: 'Ten tablet nie zadaje już pytań',
      text: 'Nie ma tu już nic do wypełnienia. Prosimy oddać go komuś z personelu.',
    },
    paused: {
      title: 'W tej chwili nie ma tu pytań',
      text: 'Jeśli chcesz nam coś powiedzieć, porozmawiaj z kimś z personelu.',
    },
  },
  ur: {
    begin: 'شروع کریں',
    staff: 'عملہ',
    anonymous: 'آپ سے نام نہیں پوچھا جاتا، اور کوئی نہیں دیکھتا کہ جواب کس نے دیا۔',
    not_kept: 'بھیجنے سے پہلے کچھ محفوظ نہیں ہوتا۔',
    back: 'شروع پر واپس جائیں',
    still_title: 'کیا آپ ابھی یہاں ہیں؟',
    still_text: 'آدھے منٹ میں کوئی جواب نہ ملا تو بھرے ہوئے جواب مٹا دیے جائیں گے۔',
    still_yes: 'جی ہاں، جاری رکھیں',
    start_over: 'مٹا کر دوبارہ شروع کریں',
    hand_back: 'براہ کرم اب یہ آلہ واپس کر دیں۔',
    next_person: 'عملہ: اگلا شخص',
    take_back: 'عملہ: آلہ واپس لیں',
    unknown: {
      title: 'یہ ٹیبلٹ تیار نہیں ہے',
      text: 'براہ کرم اسے عملے کے کسی رکن کو دیں، جو اسے دوبارہ شروع کر سکتا ہے۔',
    },
    over: {
      title: 'اس ٹیبلٹ پر سوال ختم ہو چکے ہیں',
      text: 'یہاں اب بھرنے کو کچھ نہیں۔ براہ کرم اسے عملے کے کسی رکن کو دیں۔',
    },
    paused: {
      title: 'اس وقت یہاں کچھ نہیں پوچھا جا رہا',
      text: 'اگر آپ ہمیں کچھ بتانا چاہتے ہیں تو عملے کے کسی رکن سے بات کریں۔',
    },
  },
};

export const kioskWords = (language: string): KioskWords => WORDS[language] ?? WORDS.en;
