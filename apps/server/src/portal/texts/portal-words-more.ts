import type { PortalWords } from './portal-texts.ts';

export const SPANISH: PortalWords = {
  direction: 'ltr',
  language: 'Idioma',
  large_text: 'Texto más grande',
  step: (n, total) => `${n} de ${total}`,
  progress: 'Respuestas dadas: {n} de {total}',
  optional: 'opcional',
  choose_any: 'Marque todas las que correspondan.',
  scale_rating: '1 es lo peor y 5 lo mejor.',
  scale_nps: '0: nada probable. 10: muy probable.',
  quoted: (answer) => `«${answer}»`,
  if_answered: (answers) => `Si ha respondido ${answers}:`,
  privacy: 'Sus respuestas llegan al equipo del hospital. Su nombre no aparece en esta página.',
  kept: 'Sus respuestas se guardan a medida que avanza. Puede parar y volver con el mismo enlace.',
  urgent:
    'Si necesita ayuda médica ahora, no espere a que leamos esto. Llame a su médico o a los servicios de emergencia.',
  send: 'Enviar mis respuestas',
  sending: 'Enviando…',
  error: 'Error:',
  look_again: 'Hay algo que conviene revisar',
  thank_you: { title: 'Hemos recibido sus respuestas', text: 'Gracias por su tiempo.' },
  unknown: {
    title: 'No encontramos esta encuesta',
    text: 'Puede que el enlace se haya cortado por el camino. Ábralo de nuevo desde su mensaje o cópielo entero.',
  },
  used: { title: 'Ya ha respondido', text: 'Tenemos sus respuestas. Gracias por su tiempo.' },
  expired: {
    title: 'Esta encuesta está cerrada',
    text: 'El plazo para responder ha terminado. Si quiere decirnos algo, póngase en contacto con el hospital.',
  },
  withdrawn: {
    title: 'Esta encuesta ya no es necesaria',
    text: 'No tiene que hacer nada. Si quiere decirnos algo, póngase en contacto con el hospital.',
  },
  no_link: {
    title: 'Use el enlace que ha recibido',
    text: 'Su encuesta tiene un enlace propio. Está en el SMS o en el correo electrónico del hospital.',
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
  progress: 'Udzielone odpowiedzi: {n} z {total}',
  optional: 'nieobowiązkowe',
  choose_any: 'Zaznacz wszystko, co pasuje.',
  scale_rating: '1 to ocena najgorsza, 5 najlepsza.',
  scale_nps: '0: zupełnie nieprawdopodobne. 10: bardzo prawdopodobne.',
  quoted: (answer) => `„${answer}”`,
  if_answered: (answers) => `Jeśli odpowiedź brzmi ${answers}:`,
  privacy: 'Odpowiedzi trafiają do zespołu szpitala. Na tej stronie nie ma Twojego nazwiska.',
  kept: 'Odpowiedzi zapisują się na bieżąco. Można przerwać i wrócić przez ten sam link.',
  urgent:
    'Jeśli potrzebujesz teraz pomocy medycznej, nie czekaj, aż to przeczytamy. Zadzwoń do lekarza lub na numer alarmowy.',
  send: 'Wyślij odpowiedzi',
  sending: 'Wysyłanie…',
  error: 'Błąd:',
  look_again: 'Coś trzeba jeszcze sprawdzić',
  thank_you: { title: 'Mamy Twoje odpowiedzi', text: 'Dziękujemy za poświęcony czas.' },
  unknown: {
    title: 'Nie możemy znaleźć tej ankiety',
    text: 'Link mógł zostać po drodze ucięty. Otwórz go jeszcze raz z wiadomości lub skopiuj w całości.',
  },
  used: { title: 'Ankieta jest już wypełniona', text: 'Mamy Twoje odpowiedzi. Dziękujemy za poświęcony czas.' },
  expired: {
    title: 'Ta ankieta jest zamknięta',
    text: 'Czas na odpowiedź minął. Jeśli chcesz nam coś powiedzieć, skontaktuj się ze szpitalem.',
  },
  withdrawn: {
    title: 'Ta ankieta nie jest już potrzebna',
    text: 'Nie musisz nic robić. Jeśli chcesz nam coś powiedzieć, skontaktuj się ze szpitalem.',
  },
  no_link: {
    title: 'Skorzystaj z otrzymanego linku',
    text: 'Twoja ankieta ma własny link. Jest on w SMS-ie lub e-mailu ze szpitala.',
  },
  too_many: {
    title: 'Prosimy chwilę poczekać',
    text: 'Odpowiada teraz bardzo wiele osób. Poczekaj minutę, wróć i spróbuj ponownie.',
  },
  trouble: {
    title: 'Po naszej stronie coś się nie udało',
    text: 'Przepraszamy. Wróć i spróbuj ponownie za kilka minut.',
  },
};

export const URDU: PortalWords = {
  direction: 'rtl',
  language: 'زبان',
  large_text: 'بڑا متن',
  step: (n, total) => `${total} میں سے ${n}`,
  progress: '{total} میں سے {n} کے جواب دیے گئے',
  optional: 'اختیاری',
  choose_any: 'جو جو درست ہو اسے چنیں۔',
  scale_rating: '1 سب سے برا ہے اور 5 سب سے اچھا۔',
  scale_nps: '0 کا مطلب بالکل امکان نہیں اور 10 کا مطلب بہت زیادہ امکان ہے۔',
  quoted: (answer) => `”${answer}“`,
  if_answered: (answers) => `اگر آپ کا جواب ${answers} ہے:`,
  privacy: 'آپ کے جواب ہسپتال کی ٹیم تک پہنچتے ہیں۔ اس صفحے پر آپ کا نام نہیں ہے۔',
  kept: 'آپ کے جواب ساتھ ساتھ محفوظ ہوتے رہتے ہیں۔ آپ رک سکتے ہیں اور اسی لنک سے واپس آ سکتے ہیں۔',
  urgent: 'اگر آپ کو ابھی طبی مدد چاہیے تو ہمارے پڑھنے کا انتظار نہ کریں۔ اپنے ڈاکٹر یا ہنگامی خدمات کو فون کریں۔',
  send: 'میرے جواب بھیجیں',
  sending: 'بھیجا جا رہا ہے…',
  error: 'غلطی:',
  look_again: 'کسی چیز کو دوبارہ دیکھنے کی ضرورت ہے',
  thank_you: { title: 'آپ کے جواب ہمیں مل گئے', text: 'وقت دینے کا شکریہ۔' },
  unknown: {
    title: 'ہمیں یہ سروے نہیں ملا',
    text: 'ممکن ہے لنک راستے میں کٹ گیا ہو۔ اسے اپنے پیغام سے دوبارہ کھولیں یا پورا نقل کریں۔',
  },
  used: { title: 'آپ پہلے ہی جواب دے چکے ہیں', text: 'آپ کے جواب ہمارے پاس ہیں۔ وقت دینے کا شکریہ۔' },
  expired: {
    title: 'یہ سروے بند ہو چکا ہے',
    text: 'جواب دینے کا وقت ختم ہو گیا ہے۔ اگر آپ ہمیں کچھ بتانا چاہتے ہیں تو ہسپتال سے رابطہ کریں۔',
  },
  withdrawn: {
    title: 'اب اس سروے کی ضرورت نہیں رہی',
    text: 'آپ کو کچھ کرنے کی ضرورت نہیں۔ اگر آپ ہمیں کچھ بتانا چاہتے ہیں تو ہسپتال سے رابطہ کریں۔',
  },
  no_link: {
    title: 'وہ لنک استعمال کریں جو آپ کو بھیجا گیا',
    text: 'آپ کے سروے کا اپنا لنک ہے۔ وہ ہسپتال کے ایس ایم ایس یا ای میل میں ہے۔',
  },
  too_many: {
    title: 'براہ کرم ذرا انتظار کریں',
    text: 'اس وقت بہت سے لوگ جواب دے رہے ہیں۔ ایک منٹ انتظار کریں، واپس جائیں اور دوبارہ کوشش کریں۔',
  },
  trouble: {
    title: 'ہماری طرف سے کچھ غلط ہو گیا',
    text: 'ہمیں افسوس ہے۔ براہ کرم واپس جائیں اور چند منٹ بعد دوبارہ کوشش کریں۔',
  },
};
