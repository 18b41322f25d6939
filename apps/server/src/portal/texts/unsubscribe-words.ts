interface Step {
  title: string;
  text: string;
  button: string;
}

interface UnsubscribeWords {
  email: { ask: Step; stopped: Step };
  sms: { ask: Step; stopped: Step };
}

const WORDS: { readonly en: UnsubscribeWords; readonly [language: string]: UnsubscribeWords } = {
  en: {
    email: {
      ask: {
        title: 'Stop these e-mails?',
        text: 'We write to ask how your visit went. You can stop that; your care does not depend on it.',
        button: 'Stop the e-mails',
      },
      stopped: {
        title: 'You will get no more e-mails',
        text: 'This holds from now on. If it was a mistake, you can take it back.',
        button: 'Send me e-mails again',
      },
    },
    sms: {
      ask: {
        title: 'Stop these text messages?',
        text: 'We write to ask how your visit went. You can stop that; your care does not depend on it.',
        button: 'Stop the messages',
      },
      stopped: {
        title: 'You will get no more text messages',
        text: 'This holds from now on. If it was a mistake, you can take it back.',
        button: 'Send me messages again',
      },
    },
  },
  ar: {
    email: {
      ask: {
        title: 'هل تريد إيقاف هذه الرسائل الإلكترونية؟',
        text: 'نكتب إليك لنسأل عن زيارتك. يمكنك إيقاف ذلك، ولن تتأثر رعايتك.',
        button: 'إيقاف الرسائل الإلكترونية',
      },
      stopped: {
        title: 'لن تصلك رسائل إلكترونية بعد الآن',
        text: 'يسري ذلك من الآن. إذا كان ذلك خطأ، يمكنك التراجع.',
        button: 'أرسلوا إليّ الرسائل من جديد',
      },
    },
    sms: {
      ask: {
        title: 'هل تريد إيقاف هذه الرسائل النصية؟',
        text: 'نكتب إليك لنسأل عن زيارتك. يمكنك إيقاف ذلك، ولن تتأثر رعايتك.',
        button: 'إيقاف الرسائل',
      },
      stopped: {
        title: 'لن تصلك رسائل نصية بعد الآن',
        text: 'يسري ذلك من الآن. إذا كان ذلك خطأ، يمكنك التراجع.',
        button: 'أرسلوا إليّ الرسائل من جديد',
      },
    },
  },
  fr: {
    email: {
      ask: {
        title: 'Ne plus recevoir ces e-mails ?',
        text: 'Nous écrivons pour savoir comment votre visite s’est passée. Vous pouvez arrêter cela ; vos soins n’en dépendent pas.',
        button: 'Arrêter les e-mails',
      },
      stopped: {
        title: 'Vous ne recevrez plus d’e-mails',
        text: 'C’est valable dès maintenant. Si c’était une erreur, vous pouvez revenir en arrière.',
        button: 'Recevoir à nouveau les e-mails',
      },
    },
    sms: {
      ask: {
        title: 'Ne plus recevoir ces SMS ?',
        text: 'Nous écrivons pour savoir comment votre visite s’est passée. Vous pouvez arrêter cela ; vos soins n’en dépendent pas.',
        button: 'Arrêter les SMS',
      },
      stopped: {
        title: 'Vous ne recevrez plus de SMS',
        text: 'C’est valable dès maintenant. Si c’était une erreur, vous pouvez revenir en arrière.',
        button: 'Recevoir à nouveau les SMS',
      },
    },
  },
  es: {
    email: {
      ask: {
        title: '¿Dejar de recibir estos correos?',
        text: 'Le escribimos para preguntar qué tal fue su visita. Puede pararlo; su atención no depende de ello.',
        button: 'Dejar de recibir correos',
      },
      stopped: {
        title: 'No recibirá más correos',
        text: 'Vale desde ahora. Si fue un error, puede deshacerlo.',
        button: 'Enviarme correos de nuevo',
      },
    },
    sms: {
      ask: {
        title: '¿Dejar de recibir estos mensajes?',
        text: 'Le escribimos para preguntar qué tal fue su visita. Puede pararlo; su atención no depende de ello.',
        button: 'Dejar de recibir mensajes',
      },
      stopped: {
        title: 'No recibirá más mensajes de texto',
        text: 'Vale desde ahora. Si fue un error, puede deshacerlo.',
        button: 'Enviarme mensajes de nuevo',
      },
    },
  },
  pl: {
    email: {
      ask: {
        title: 'Nie chcesz więcej takich e-maili?',
        text: 'Piszemy, aby zapytać, jak przebiegła wizyta. Można to wyłączyć; opieka od tego nie zależy.',
        button: 'Wyłącz e-maile',
      },
      stopped: {
        title: 'Nie będzie więcej e-maili',
        text: 'Obowiązuje od teraz. Jeśli to pomyłka, można to cofnąć.',
        button: 'Wysyłajcie mi znowu e-maile',
      },
    },
    sms: {
      ask: {
        title: 'Nie chcesz więcej takich SMS-ów?',
        text: 'Piszemy, aby zapytać, jak przebiegła wizyta. Można to wyłączyć; opieka od tego nie zależy.',
        button: 'Wyłącz SMS-y',
      },
      stopped: {
        title: 'Nie będzie więcej SMS-ów',
        text: 'Obowiązuje od teraz. Jeśli to pomyłka, można to cofnąć.',
        button: 'Wysyłajcie mi znowu SMS-y',
      },
    },
  },
  ur: {
    email: {
      ask: {
        title: 'کیا یہ ای میل بند کر دیے جائیں؟',
        text: 'ہم یہ پوچھنے کے لیے لکھتے ہیں کہ آپ کا آنا کیسا رہا۔ آپ اسے روک سکتے ہیں؛ آپ کی دیکھ بھال پر اثر نہیں پڑے گا۔',
        button: 'ای میل بند کریں',
      },
      stopped: {
        title: 'آپ کو مزید ای میل نہیں آئیں گے',
        text: 'یہ ابھی سے لاگو ہے۔ اگر غلطی سے ہوا تو واپس لے سکتے ہیں۔',
        button: 'مجھے دوبارہ ای میل بھیجیں',
      },
    },
    sms: {
      ask: {
        title: 'کیا یہ پیغامات بند کر دیے جائیں؟',
        text: 'ہم یہ پوچھنے کے لیے لکھتے ہیں کہ آپ کا آنا کیسا رہا۔ آپ اسے روک سکتے ہیں؛ آپ کی دیکھ بھال پر اثر نہیں پڑے گا۔',
        button: 'پیغامات بند کریں',
      },
      stopped: {
        title: 'آپ کو مزید پیغامات نہیں آئیں گے',
        text: 'یہ ابھی سے لاگو ہے۔ اگر غلطی سے ہوا تو واپس لے سکتے ہیں۔',
        button: 'مجھے دوبارہ پیغامات بھیجیں',
      },
    },
  },
};

export const unsubscribeWords = (language: string): UnsubscribeWords => WORDS[language] ?? WORDS.en;
