import type { TextMeaning } from '../text-meaning/index.ts';

type Words = Record<TextMeaning | 'death' | 'unwatched' | 'unwatchedMailbox', (hospital: string) => string>;

/** Automatic replies by language. `death` confirms an opt-out to a family, `unwatched` answers the first text that is meant for a person, `unwatchedMailbox` the first e-mail. */
const REPLIES: { readonly en: Words; readonly [language: string]: Words } = {
  en: {
    stop: (hospital) => `${hospital}: you will get no more messages from us. Send START to get them again.`,
    death: (hospital) =>
      `${hospital}: we are very sorry for your loss. We will not write to you again. Somebody will read what you wrote.`,
    start: (hospital) => `${hospital}: you will get our messages again. Send STOP to end them.`,
    help: (hospital) => `${hospital} asks how your visit went. Send STOP to get no more messages.`,
    unwatched: (hospital) =>
      `${hospital}: thank you, we will read this. Nobody watches this number at all hours. If you need help now, call your doctor or the emergency number.`,
    unwatchedMailbox: (hospital) =>
      `${hospital}: thank you, we will read this. Nobody watches this mailbox at all hours. If you need help now, call your doctor or the emergency number.`,
  },
  fr: {
    stop: (hospital) => `${hospital} : vous ne recevrez plus de messages. Envoyez START pour en recevoir à nouveau.`,
    death: (hospital) =>
      `${hospital} : nous vous présentons nos sincères condoléances. Nous ne vous écrirons plus. Votre message sera lu.`,
    start: (hospital) => `${hospital} : vous recevrez à nouveau nos messages. Envoyez STOP pour arrêter.`,
    help: (hospital) =>
      `${hospital} vous demande comment s’est passée votre visite. Envoyez STOP pour ne plus recevoir de messages.`,
    unwatched: (hospital) =>
      `${hospital} : merci, nous lirons votre message. Ce numéro n’est pas surveillé en permanence. En cas de besoin, appelez votre médecin ou le numéro d’urgence.`,
    unwatchedMailbox: (hospital) =>
      `${hospital} : merci, nous lirons votre message. Cette boîte n’est pas surveillée en permanence. En cas de besoin, appelez votre médecin ou le numéro d’urgence.`,
  },
  es: {
    stop: (hospital) => `${hospital}: no recibirá más mensajes nuestros. Envíe START para recibirlos de nuevo.`,
    death: (hospital) => `${hospital}: lamentamos mucho su pérdida. No volveremos a escribirle. Leeremos su mensaje.`,
    start: (hospital) => `${hospital}: recibirá de nuevo nuestros mensajes. Envíe STOP para terminar.`,
    help: (hospital) => `${hospital} pregunta cómo fue su visita. Envíe STOP para no recibir más mensajes.`,
    unwatched: (hospital) =>
      `${hospital}: gracias, leeremos su mensaje. Nadie atiende este número a todas horas. Si necesita ayuda ahora, llame a su médico o al número de emergencias.`,
    unwatchedMailbox: (hospital) =>
      `${hospital}: gracias, leeremos su mensaje. Nadie atiende este buzón a todas horas. Si necesita ayuda ahora, llame a su médico o al número de emergencias.`,
  },
  pl: {
    stop: (hospital) => `${hospital}: nie będziemy więcej wysyłać wiadomości. Wyślij START, aby je znów otrzymywać.`,
    death: (hospital) =>
      `${hospital}: składamy wyrazy współczucia. Nie będziemy więcej pisać. Przeczytamy tę wiadomość.`,
    start: (hospital) => `${hospital}: znów będziemy wysyłać wiadomości. Wyślij STOP, aby je zakończyć.`,
    help: (hospital) => `${hospital} pyta, jak przebiegła wizyta. Wyślij STOP, aby nie otrzymywać wiadomości.`,
    unwatched: (hospital) =>
      `${hospital}: dziękujemy, przeczytamy tę wiadomość. Nikt nie odbiera tego numeru przez całą dobę. W pilnej potrzebie zadzwoń do lekarza lub na numer alarmowy.`,
    unwatchedMailbox: (hospital) =>
      `${hospital}: dziękujemy, przeczytamy tę wiadomość. Nikt nie czyta tej skrzynki przez całą dobę. W pilnej potrzebie zadzwoń do lekarza lub na numer alarmowy.`,
  },
  ar: {
    stop: (hospital) => `${hospital}: لن تصلك رسائل منا بعد الآن. أرسل START لتلقيها من جديد.`,
    death: (hospital) => `${hospital}: نتقدم إليكم بخالص التعازي. لن نكتب إليكم بعد الآن. سنقرأ رسالتكم.`,
    start: (hospital) => `${hospital}: ستصلك رسائلنا من جديد. أرسل STOP لإيقافها.`,
    help: (hospital) => `${hospital} يسأل كيف كانت زيارتك. أرسل STOP لإيقاف الرسائل.`,
    unwatched: (hospital) =>
      `${hospital}: شكرا، سنقرأ رسالتك. هذا الرقم غير مراقب على مدار الساعة. إذا احتجت إلى مساعدة الآن فاتصل بطبيبك أو برقم الطوارئ.`,
    unwatchedMailbox: (hospital) =>
      `${hospital}: شكرا، سنقرأ رسالتك. هذا البريد غير مراقب على مدار الساعة. إذا احتجت إلى مساعدة الآن فاتصل بطبيبك أو برقم الطوارئ.`,
  },
  ur: {
    stop: (hospital) => `${hospital}: آپ کو ہمارے مزید پیغامات نہیں ملیں گے۔ دوبارہ پانے کے لیے START بھیجیں۔`,
    death: (hospital) =>
      `${hospital}: ہمیں آپ کے غم کا بے حد افسوس ہے۔ ہم آپ کو دوبارہ نہیں لکھیں گے۔ آپ کا پیغام پڑھا جائے گا۔`,
    start: (hospital) => `${hospital}: آپ کو ہمارے پیغامات دوبارہ ملیں گے۔ بند کرنے کے لیے STOP بھیجیں۔`,
    help: (hospital) => `${hospital} پوچھتا ہے کہ آپ کا دورہ کیسا رہا۔ پیغامات بند کرنے کے لیے STOP بھیجیں۔`,
    unwatched: (hospital) =>
      `${hospital}: شکریہ، ہم آپ کا پیغام پڑھیں گے۔ یہ نمبر ہر وقت نہیں دیکھا جاتا۔ فوری مدد کے لیے اپنے ڈاکٹر یا ایمرجنسی نمبر پر کال کریں۔`,
    unwatchedMailbox: (hospital) =>
      `${hospital}: شکریہ، ہم آپ کا پیغام پڑھیں گے۔ یہ میل باکس ہر وقت نہیں دیکھا جاتا۔ فوری مدد کے لیے اپنے ڈاکٹر یا ایمرجنسی نمبر پر کال کریں۔`,
  },
};

export const replyText = (language: string | null, kind: keyof Words, hospital: string): string =>
  (REPLIES[language ?? 'en'] ?? REPLIES.en)[kind](hospital);
