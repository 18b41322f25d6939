/** The words around a link, where a trigger has none of its own. No name of a ward and no hint of an illness. */
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
    subject: '¿Cómo fue su visita a {{hospital}}?',
    email:
      'Hola {{given_name}},\n\ngracias por acudir a {{hospital}}. ¿Nos cuenta cómo fue? Solo lleva un minuto:\n\n{{link}}\n\nSus respuestas nos ayudan a atender mejor.\n\n{{hospital}}',
    sms: '{{hospital}}: ¿cómo fue su visita? Cuéntenoslo en un minuto: {{link}}',
  },
  pl: {
    subject: 'Jak przebiegła wizyta w {{hospital}}?',
    email:
      'Dzień dobry {{given_name}},\n\ndziękujemy za wizytę w {{hospital}}. Czy opowiesz nam, jak było? To zajmie minutę:\n\n{{link}}\n\nTwoje odpowiedzi pomagają nam lepiej opiekować się ludźmi.\n\n{{hospital}}',
    sms: '{{hospital}}: jak przebiegła wizyta? Opowiedz nam w minutę: {{link}}',
  },
  ur: {
    subject: '{{hospital}} میں آپ کا دورہ کیسا رہا؟',
    email:
      'السلام علیکم {{given_name}}،\n\n{{hospital}} تشریف لانے کا شکریہ۔ کیا آپ ہمیں بتائیں گے کہ تجربہ کیسا رہا؟ صرف ایک منٹ لگے گا:\n\n{{link}}\n\nآپ کے جوابات ہمیں بہتر دیکھ بھال میں مدد دیتے ہیں۔\n\n{{hospital}}',
    sms: '{{hospital}}: آپ کا دورہ کیسا رہا؟ ایک منٹ میں بتائیں: {{link}}',
  },
};

/** Fills in what is known now; `{{link}}` stays until the message leaves. Unknown names and missing values become nothing. */
export function fillIn(text: string, values: Readonly<Record<string, string | null>>): string {
  return text
    .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      name === 'link' ? '{{link}}' : (values[name] ?? '').replaceAll(/[{}]/g, ''),
    )
    .replaceAll(/ +([,،])/g, '$1');
}

/** Subject and text that ask for a survey; `{{link}}` stays. */
export function surveyWords(
  language: string,
  channel: 'email' | 'sms',
  values: Readonly<Record<string, string | null>>,
): { subject: string; text: string } {
  const standard = INVITATION_TEXTS[language] ?? INVITATION_TEXTS['en'];
  return { subject: fillIn(standard?.subject ?? '', values), text: fillIn(standard?.[channel] ?? '{{link}}', values) };
}
