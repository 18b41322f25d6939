import { nameInText } from './name-in-text.ts';

/**
 * The texts around a link, for triggers without a text of their own. They contain no ward and no hint of an illness.
 */
export const INVITATION_TEXTS: Readonly<Record<string, { subject: string; email: string; sms: string }>> = {
  en: {
    subject: 'How was your visit to {{hospital}}?',
    email:
      'Hello {{given_name}},\n\nthank you for coming to {{hospital}}. Would you tell us how it went? It takes a minute:\n\n{{link}}\n\nYour answers help us to look after people better.\n\n{{hospital}}',
    sms: '{{hospital}}: how was your visit? Tell us in a minute: {{link}}',
  },
  ar: {
    subject: 'كيف كانت زيارتك إلى {{hospital}}؟',
    email:
      'مرحبًا {{given_name}}،\n\nشكرًا لزيارتك {{hospital}}. هل تخبرنا كيف كانت تجربتك؟ لن يستغرق الأمر أكثر من دقيقة:\n\n{{link}}\n\nإجاباتك تساعدنا على تحسين رعايتنا.\n\n{{hospital}}',
    sms: '{{hospital}}: كيف كانت زيارتك؟ أخبرنا في دقيقة: {{link}}',
  },
  fr: {
    subject: 'Comment s’est passée votre visite à {{hospital}} ?',
    email:
      'Bonjour {{given_name}},\n\nmerci d’être venu à {{hospital}}. Voulez-vous nous dire comment cela s’est passé ? Une minute suffit :\n\n{{link}}\n\nVos réponses nous aident à mieux soigner.\n\n{{hospital}}',
    sms: '{{hospital}} : comment s’est passée votre visite ? Dites-le-nous en une minute : {{link}}',
  },
  es: {
    subject: '¿Qué tal su visita a {{hospital}}?',
    email:
      'Hola {{given_name}},\n\ngracias por venir a {{hospital}}. ¿Nos cuenta qué tal fue? Solo lleva un minuto:\n\n{{link}}\n\nSus respuestas nos ayudan a atender mejor.\n\n{{hospital}}',
    sms: '{{hospital}}: ¿qué tal su visita? Cuéntenoslo en un minuto: {{link}}',
  },
  pl: {
    subject: 'Jak przebiegła wizyta w {{hospital}}?',
    email:
      'Dzień dobry {{given_name}},\n\ndziękujemy za wizytę w {{hospital}}. Czy opowiesz nam, jak było? To zajmie minutę:\n\n{{link}}\n\nOdpowiedzi pomagają nam lepiej opiekować się pacjentami.\n\n{{hospital}}',
    sms: '{{hospital}}: jak przebiegła wizyta? Odpowiedz w minutę: {{link}}',
  },
  ur: {
    subject: '{{hospital}} میں آپ کا آنا کیسا رہا؟',
    email:
      'محترم {{given_name}}،\n\n{{hospital}} آنے کا شکریہ۔ کیا آپ ہمیں بتائیں گے کہ کیسا رہا؟ ایک منٹ لگے گا:\n\n{{link}}\n\nآپ کے جواب ہمیں بہتر دیکھ بھال میں مدد دیتے ہیں۔\n\n{{hospital}}',
    sms: '{{hospital}}: آپ کا آنا کیسا رہا؟ ایک منٹ میں بتائیں: {{link}}',
  },
};

/**
 * Fills in the values that are known. `{{link}}` stays until the message is sent. Unknown names and missing values
 * become empty. A given name in capitals is written with small letters.
 */
export function fillIn(text: string, values: Readonly<Record<string, string | null>>): string {
  return text
    .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      name === 'link' ? '{{link}}' : valueOf(name, values[name] ?? ''),
    )
    .replaceAll(/ +([,،])/g, '$1');
}

const valueOf = (name: string, value: string): string =>
  (name === 'given_name' ? nameInText(value) : value).replaceAll(/[{}]/g, '');

/** Returns subject and text of an invitation to a survey, still with `{{link}}`. */
export function surveyWords(
  language: string,
  channel: 'email' | 'sms',
  values: Readonly<Record<string, string | null>>,
): { subject: string; text: string } {
  const standard = INVITATION_TEXTS[language] ?? INVITATION_TEXTS['en'];
  return { subject: fillIn(standard?.subject ?? '', values), text: fillIn(standard?.[channel] ?? '{{link}}', values) };
}
