import { fillIn } from '../invitations/index.ts';

/** The texts of the de-escalation survey, by language. They do not say what the case was about. */
export const DE_ESCALATION_TEXTS: Readonly<Record<string, { subject: string; email: string; sms: string }>> = {
  en: {
    subject: '{{hospital}}: did we put it right?',
    email:
      'Hello {{given_name}},\n\nyou told us that something was not right, and we have looked into it. Would you tell us how things are now? It takes a minute:\n\n{{link}}\n\nThank you for giving us the chance to do better.\n\n{{hospital}}',
    sms: '{{hospital}}: thank you for telling us. Did we put it right? It takes a minute: {{link}}',
  },
  ar: {
    subject: '{{hospital}}: هل أصلحنا الأمر؟',
    email:
      'مرحبًا {{given_name}}،\n\nأخبرتنا أن أمرًا ما لم يكن على ما يرام، وقد تابعناه. هل تخبرنا كيف أصبحت الأمور الآن؟ لن يستغرق ذلك أكثر من دقيقة:\n\n{{link}}\n\nشكرًا لأنك منحتنا فرصة لنكون أفضل.\n\n{{hospital}}',
    sms: '{{hospital}}: شكرًا لأنك أخبرتنا. هل أصلحنا الأمر؟ دقيقة واحدة تكفي: {{link}}',
  },
  fr: {
    subject: '{{hospital}} : avons-nous arrangé les choses ?',
    email:
      'Bonjour {{given_name}},\n\nvous nous avez dit que quelque chose n’allait pas, et nous nous en sommes occupés. Voulez-vous nous dire où en sont les choses ? Une minute suffit :\n\n{{link}}\n\nMerci de nous donner la possibilité de faire mieux.\n\n{{hospital}}',
    sms: '{{hospital}} : merci de nous l’avoir dit. Avons-nous arrangé les choses ? Une minute suffit : {{link}}',
  },
  es: {
    subject: '{{hospital}}: ¿lo hemos resuelto?',
    email:
      'Hola {{given_name}},\n\nnos dijo que algo no había ido bien y nos hemos ocupado de ello. ¿Nos cuenta cómo están las cosas ahora? Solo lleva un minuto:\n\n{{link}}\n\nGracias por darnos la oportunidad de mejorar.\n\n{{hospital}}',
    sms: '{{hospital}}: gracias por decírnoslo. ¿Lo hemos resuelto? Solo lleva un minuto: {{link}}',
  },
  pl: {
    subject: '{{hospital}}: czy udało się to naprawić?',
    email:
      'Dzień dobry {{given_name}},\n\ndostaliśmy wiadomość, że coś było nie tak, i zajęliśmy się tym. Jak jest teraz? Odpowiedź zajmie minutę:\n\n{{link}}\n\nDziękujemy, że możemy się poprawić.\n\n{{hospital}}',
    sms: '{{hospital}}: dziękujemy za szczerą opinię. Czy udało się to naprawić? To zajmie minutę: {{link}}',
  },
  ur: {
    subject: '{{hospital}}: کیا ہم نے مسئلہ حل کر دیا؟',
    email:
      'محترم {{given_name}}،\n\nآپ نے بتایا تھا کہ کچھ ٹھیک نہیں تھا، اور ہم نے اس پر توجہ دی ہے۔ کیا آپ بتائیں گے کہ اب صورتِ حال کیسی ہے؟ ایک منٹ لگے گا:\n\n{{link}}\n\nہمیں بہتری کا موقع دینے کا شکریہ۔\n\n{{hospital}}',
    sms: '{{hospital}}: بتانے کا شکریہ۔ کیا ہم نے مسئلہ حل کر دیا؟ ایک منٹ میں بتائیں: {{link}}',
  },
};

/** Returns subject and text, still with `{{link}}`. */
export function deEscalationWords(
  language: string,
  channel: 'email' | 'sms',
  values: Readonly<Record<string, string | null>>,
): { subject: string; text: string } {
  const standard = DE_ESCALATION_TEXTS[language] ?? DE_ESCALATION_TEXTS['en'];
  return { subject: fillIn(standard?.subject ?? '', values), text: fillIn(standard?.[channel] ?? '{{link}}', values) };
}
