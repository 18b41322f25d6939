interface Step {
  title: string;
  text: string;
  button: string;
}

interface UnsubscribeWords {
  email: { ask: Step; stopped: Step };
  sms: { ask: Step; stopped: Step };
}

const WORDS: Readonly<Record<string, UnsubscribeWords>> = {
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
};

export const unsubscribeWords = (language: string): UnsubscribeWords =>
  WORDS[language] ?? (WORDS['en'] as UnsubscribeWords);
