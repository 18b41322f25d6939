type ByChannel = Readonly<Record<'email' | 'sms', string>>;

interface PreferencesWords {
  /** The link on the page of one channel. */
  choose: string;
  title: string;
  text: string;
  channel: ByChannel;
  on: ByChannel;
  off: ByChannel;
  /** Said where the hospital itself recorded the stop, which the person cannot take back here. */
  others: string;
  /** Said after a channel was switched. */
  now_on: ByChannel;
  now_off: ByChannel;
  changed: string;
}

const WORDS: { readonly en: PreferencesWords; readonly [language: string]: PreferencesWords } = {
  en: {
    choose: 'Choose what you get',
    title: 'What you get from us',
    text: 'We write to ask how your visit went. Your care does not depend on it.',
    channel: { email: 'E-mail', sms: 'Text messages' },
    on: { email: 'You get our e-mails.', sms: 'You get our text messages.' },
    off: { email: 'You get no e-mails.', sms: 'You get no text messages.' },
    others: 'The hospital has noted that nothing is to be sent here. Only the hospital can change that.',
    now_on: { email: 'From now on you get our e-mails again.', sms: 'From now on you get our text messages again.' },
    now_off: { email: 'From now on you get no e-mails.', sms: 'From now on you get no text messages.' },
    changed: 'Your address has changed in the meantime, so nothing was switched. Please look again.',
  },
  ar: {
    choose: 'اختر ما يصلك',
    title: 'ما يصلك منا',
    text: 'نكتب إليك لنسأل عن زيارتك، ولن تتأثر رعايتك بما تختاره.',
    channel: { email: 'البريد الإلكتروني', sms: 'الرسائل النصية' },
    on: { email: 'تصلك رسائلنا الإلكترونية.', sms: 'تصلك رسائلنا النصية.' },
    off: { email: 'لا تصلك رسائل إلكترونية.', sms: 'لا تصلك رسائل نصية.' },
    others: 'سجّل المستشفى ألا يُرسل شيء إلى هنا، ولا يمكن تغيير ذلك إلا من المستشفى.',
    now_on: { email: 'ستصلك رسائلنا الإلكترونية من جديد.', sms: 'ستصلك رسائلنا النصية من جديد.' },
    now_off: { email: 'لن تصلك رسائل إلكترونية بعد الآن.', sms: 'لن تصلك رسائل نصية بعد الآن.' },
    changed: 'تغيّر عنوانك في هذه الأثناء، لذلك لم يتغير شيء. يرجى المراجعة مرة أخرى.',
  },
  fr: {
    choose: 'Choisir ce que vous recevez',
    title: 'Ce que vous recevez de nous',
    text: 'Nous écrivons pour savoir comment votre visite s’est passée. Vos soins n’en dépendent pas.',
    channel: { email: 'E-mail', sms: 'SMS' },
    on: { email: 'Vous recevez nos e-mails.', sms: 'Vous recevez nos SMS.' },
    off: { email: 'Vous ne recevez pas d’e-mails.', sms: 'Vous ne recevez pas de SMS.' },
    others: 'L’hôpital a noté que rien ne doit être envoyé ici. Lui seul peut changer cela.',
    now_on: { email: 'Vous recevrez à nouveau nos e-mails.', sms: 'Vous recevrez à nouveau nos SMS.' },
    now_off: { email: 'Vous ne recevrez plus d’e-mails.', sms: 'Vous ne recevrez plus de SMS.' },
    changed: 'Votre adresse a changé entre-temps, rien n’a donc été modifié. Veuillez vérifier à nouveau.',
  },
  es: {
    choose: 'Elegir lo que recibe',
    title: 'Lo que recibe de nosotros',
    text: 'Le escribimos para preguntar qué tal fue su visita. Su atención no depende de ello.',
    channel: { email: 'Correo electrónico', sms: 'Mensajes de texto' },
    on: { email: 'Recibe nuestros correos.', sms: 'Recibe nuestros mensajes.' },
    off: { email: 'No recibe correos.', sms: 'No recibe mensajes.' },
    others: 'El hospital ha anotado que no se envíe nada aquí. Solo el hospital puede cambiarlo.',
    now_on: {
      email: 'Desde ahora recibirá de nuevo nuestros correos.',
      sms: 'Desde ahora recibirá de nuevo mensajes.',
    },
    now_off: { email: 'Desde ahora no recibirá correos.', sms: 'Desde ahora no recibirá mensajes.' },
    changed: 'Su dirección ha cambiado entretanto, así que no se ha modificado nada. Compruébelo de nuevo.',
  },
  pl: {
    choose: 'Wybierz, co dostajesz',
    title: 'Co od nas dostajesz',
    text: 'Piszemy, aby zapytać, jak przebiegła wizyta. Opieka od tego nie zależy.',
    channel: { email: 'E-mail', sms: 'SMS' },
    on: { email: 'Dostajesz nasze e-maile.', sms: 'Dostajesz nasze SMS-y.' },
    off: { email: 'Nie dostajesz e-maili.', sms: 'Nie dostajesz SMS-ów.' },
    others: 'Szpital odnotował, że nic nie należy tu wysyłać. Może to zmienić tylko szpital.',
    now_on: { email: 'Od teraz znowu będą e-maile.', sms: 'Od teraz znowu będą SMS-y.' },
    now_off: { email: 'Od teraz nie będzie e-maili.', sms: 'Od teraz nie będzie SMS-ów.' },
    changed: 'Adres zmienił się w międzyczasie, więc niczego nie przełączono. Prosimy sprawdzić ponownie.',
  },
  ur: {
    choose: 'چنیں کہ آپ کو کیا ملے',
    title: 'آپ کو ہم سے کیا ملتا ہے',
    text: 'ہم یہ پوچھنے کے لیے لکھتے ہیں کہ آپ کا آنا کیسا رہا۔ آپ کی دیکھ بھال پر اس کا اثر نہیں پڑتا۔',
    channel: { email: 'ای میل', sms: 'پیغامات (ایس ایم ایس)' },
    on: { email: 'آپ کو ہمارے ای میل ملتے ہیں۔', sms: 'آپ کو ہمارے پیغامات ملتے ہیں۔' },
    off: { email: 'آپ کو ای میل نہیں ملتے۔', sms: 'آپ کو پیغامات نہیں ملتے۔' },
    others: 'ہسپتال نے درج کیا ہے کہ یہاں کچھ نہ بھیجا جائے۔ اسے صرف ہسپتال بدل سکتا ہے۔',
    now_on: { email: 'اب سے آپ کو دوبارہ ای میل ملیں گے۔', sms: 'اب سے آپ کو دوبارہ پیغامات ملیں گے۔' },
    now_off: { email: 'اب سے آپ کو ای میل نہیں ملیں گے۔', sms: 'اب سے آپ کو پیغامات نہیں ملیں گے۔' },
    changed: 'اس دوران آپ کا پتہ بدل گیا، اس لیے کچھ نہیں بدلا گیا۔ براہ کرم دوبارہ دیکھیں۔',
  },
};

export const preferencesWords = (language: string): PreferencesWords => WORDS[language] ?? WORDS.en;
