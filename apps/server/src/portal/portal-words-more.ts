import type { PortalWords } from './portal-words.ts';

export const SPANISH: PortalWords = {
  direction: 'ltr',
  language: 'Idioma',
  large_text: 'Texto más grande',
  step: (n, total) => `${n} de ${total}`,
  progress: 'Respuestas dadas: {n} de {total}',
  optional: 'opcional',
  choose_any: 'Marque todo lo que corresponda.',
  scale_rating: '1 es lo peor, 5 es lo mejor.',
  scale_nps: '0: nada probable. 10: muy probable.',
  if_answered: (answer) => `Si respondió «${answer}»:`,
  privacy: 'Sus respuestas las lee el equipo del hospital. Su nombre no aparece en esta página.',
  kept: 'Sus respuestas se guardan a medida que avanza. Puede parar y volver con el mismo enlace.',
  urgent:
    'Si necesita atención médica ahora, no espere a que leamos esto. Llame a su médico o a los servicios de urgencias.',
  send: 'Enviar mis respuestas',
  sending: 'Enviando…',
  error: 'Error:',
  look_again: 'Hay algo que revisar',
  thank_you: { title: 'Hemos recibido sus respuestas', text: 'Gracias por dedicarnos su tiempo.' },
  unknown: {
    title: 'No encontramos esta encuesta',
    text: 'Puede que el enlace haya llegado incompleto. Ábralo de nuevo desde su mensaje o cópielo entero.',
  },
  used: { title: 'Ya ha respondido', text: 'Tenemos sus respuestas. Gracias por dedicarnos su tiempo.' },
  expired: {
    title: 'Esta encuesta está cerrada',
    text: 'El plazo para responder ha terminado. Si desea contarnos algo, póngase en contacto con el hospital.',
  },
  withdrawn: {
    title: 'Esta encuesta ya no es necesaria',
    text: 'No tiene que hacer nada. Si desea contarnos algo, póngase en contacto con el hospital.',
  },
  no_link: {
    title: 'Use el enlace que le enviamos',
    text: 'Su encuesta tiene su propio enlace. Está en el mensaje de texto o correo electrónico del hospital.',
  },
  too_many: {
    title: 'Espere un momento',
    text: 'Muchas personas están respondiendo ahora. Espere un minuto, vuelva atrás e inténtelo de nuevo.',
  },
  trouble: {
    title: 'Algo ha fallado por nuestra parte',
    text: 'Lo sentimos. Vuelva atrás e inténtelo de nuevo dentro de unos minutos.',
  },
};

export const POLISH: PortalWords = {
  direction: 'ltr',
  language: 'Język',
  large_text: 'Większy tekst',
  step: (n, total) => `${n} z ${total}`,
  progress: 'Odpowiedzi: {n} z {total}',
  optional: 'nieobowiązkowe',
  choose_any: 'Zaznacz wszystkie pasujące odpowiedzi.',
  scale_rating: '1 to najgorsza ocena, 5 to najlepsza.',
  scale_nps: '0: wcale nieprawdopodobne. 10: bardzo prawdopodobne.',
  if_answered: (answer) => `Jeśli odpowiedź brzmi „${answer}”:`,
  privacy: 'Odpowiedzi trafiają do zespołu szpitala. Na tej stronie nie ma Twojego imienia ani nazwiska.',
  kept: 'Odpowiedzi są zapisywane na bieżąco. Możesz przerwać i wrócić przez ten sam link.',
  urgent:
    'Jeśli potrzebujesz teraz pomocy medycznej, nie czekaj, aż to przeczytamy. Zadzwoń do lekarza lub na pogotowie.',
  send: 'Wyślij odpowiedzi',
  sending: 'Wysyłanie…',
  error: 'Błąd:',
  look_again: 'Coś trzeba jeszcze sprawdzić',
  thank_you: { title: 'Mamy Twoje odpowiedzi', text: 'Dziękujemy za poświęcony czas.' },
  unknown: {
    title: 'Nie możemy znaleźć tej ankiety',
    text: 'Link mógł dotrzeć niepełny. Otwórz go ponownie z wiadomości albo skopiuj w całości.',
  },
  used: { title: 'Ankieta jest już wypełniona', text: 'Mamy Twoje odpowiedzi. Dziękujemy za poświęcony czas.' },
  expired: {
    title: 'Ta ankieta jest zamknięta',
    text: 'Czas na odpowiedź minął. Jeśli chcesz nam coś przekazać, skontaktuj się ze szpitalem.',
  },
  withdrawn: {
    title: 'Ta ankieta nie jest już potrzebna',
    text: 'Nie musisz nic robić. Jeśli chcesz nam coś przekazać, skontaktuj się ze szpitalem.',
  },
  no_link: {
    title: 'Użyj linku z wiadomości',
    text: 'Twoja ankieta ma własny link. Jest w SMS-ie lub e-mailu ze szpitala.',
  },
  too_many: {
    title: 'Prosimy chwilę poczekać',
    text: 'Bardzo wiele osób odpowiada w tej chwili. Odczekaj minutę, wróć i spróbuj ponownie.',
  },
  trouble: {
    title: 'Coś poszło nie tak po naszej stronie',
    text: 'Przepraszamy. Wróć i spróbuj ponownie za kilka minut.',
  },
};

export const URDU: PortalWords = {
  direction: 'rtl',
  language: 'زبان',
  large_text: 'بڑا متن',
  step: (n, total) => `${total} میں سے ${n}`,
  progress: '{total} میں سے {n} کا جواب دیا گیا',
  optional: 'اختیاری',
  choose_any: 'جو بھی درست ہو، سب منتخب کریں۔',
  scale_rating: '1 سب سے خراب اور 5 سب سے بہتر ہے۔',
  scale_nps: '0 یعنی بالکل امکان نہیں، 10 یعنی بہت زیادہ امکان۔',
  if_answered: (answer) => `اگر آپ کا جواب ”${answer}“ ہے:`,
  privacy: 'آپ کے جوابات ہسپتال کی ٹیم کو ملتے ہیں۔ آپ کا نام اس صفحے پر نہیں ہے۔',
  kept: 'آپ کے جوابات ساتھ ساتھ محفوظ ہوتے ہیں۔ آپ رک کر اسی لنک سے واپس آ سکتے ہیں۔',
  urgent:
    'اگر آپ کو ابھی طبی مدد کی ضرورت ہے تو ہمارے پڑھنے کا انتظار نہ کریں۔ اپنے ڈاکٹر یا ایمرجنسی سروس کو فون کریں۔',
  send: 'میرے جوابات بھیجیں',
  sending: 'بھیجا جا رہا ہے…',
  error: 'غلطی:',
  look_again: 'کچھ دوبارہ دیکھنے کی ضرورت ہے',
  thank_you: { title: 'ہمیں آپ کے جوابات مل گئے', text: 'وقت دینے کا شکریہ۔' },
  unknown: {
    title: 'ہمیں یہ سروے نہیں ملا',
    text: 'ہو سکتا ہے لنک ادھورا پہنچا ہو۔ اسے اپنے پیغام سے دوبارہ کھولیں یا پورا کاپی کریں۔',
  },
  used: { title: 'آپ پہلے ہی جواب دے چکے ہیں', text: 'ہمارے پاس آپ کے جوابات ہیں۔ وقت دینے کا شکریہ۔' },
  expired: {
    title: 'یہ سروے بند ہو چکا ہے',
    text: 'جواب دینے کا وقت ختم ہو گیا ہے۔ اگر آپ کچھ بتانا چاہیں تو ہسپتال سے رابطہ کریں۔',
  },
  withdrawn: {
    title: 'اب اس سروے کی ضرورت نہیں',
    text: 'آپ کو کچھ کرنے کی ضرورت نہیں۔ اگر آپ کچھ بتانا چاہیں تو ہسپتال سے رابطہ کریں۔',
  },
  no_link: {
    title: 'براہ کرم بھیجا گیا لنک استعمال کریں',
    text: 'آپ کے سروے کا اپنا لنک ہے۔ وہ ہسپتال کے ٹیکسٹ پیغام یا ای میل میں ہے۔',
  },
  too_many: {
    title: 'براہ کرم ذرا انتظار کریں',
    text: 'اس وقت بہت سے لوگ جواب دے رہے ہیں۔ ایک منٹ انتظار کریں، واپس جائیں اور دوبارہ کوشش کریں۔',
  },
  trouble: {
    title: 'ہماری طرف سے کوئی خرابی ہوئی',
    text: 'ہم معذرت خواہ ہیں۔ براہ کرم واپس جائیں اور چند منٹ بعد دوبارہ کوشش کریں۔',
  },
};
