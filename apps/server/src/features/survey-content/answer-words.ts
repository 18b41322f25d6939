/** Error texts about answers, for the person who gave them. */
export interface AnswerWords {
  look_again: string;
  required_choice: string;
  required_text: string;
  one_only: string;
  not_offered: string;
  too_long: string;
}

const WORDS: { readonly en: AnswerWords; readonly [language: string]: AnswerWords } = {
  en: {
    look_again: 'Some answers need another look.',
    required_choice: 'Choose an answer.',
    required_text: 'Write an answer.',
    one_only: 'Choose one answer only.',
    not_offered: 'Choose one of the answers shown.',
    too_long: 'Keep it under 4,000 characters.',
  },
  ar: {
    look_again: 'بعض الإجابات تحتاج إلى مراجعة.',
    required_choice: 'اختر إجابة.',
    required_text: 'اكتب إجابة.',
    one_only: 'اختر إجابة واحدة فقط.',
    not_offered: 'اختر إحدى الإجابات المعروضة.',
    too_long: 'اجعل النص أقل من 4000 حرف.',
  },
  fr: {
    look_again: 'Certaines réponses sont à revoir.',
    required_choice: 'Choisissez une réponse.',
    required_text: 'Écrivez une réponse.',
    one_only: 'Choisissez une seule réponse.',
    not_offered: 'Choisissez l’une des réponses proposées.',
    too_long: 'Ne dépassez pas 4 000 caractères.',
  },
  es: {
    look_again: 'Conviene revisar algunas respuestas.',
    required_choice: 'Elija una respuesta.',
    required_text: 'Escriba una respuesta.',
    one_only: 'Elija una sola respuesta.',
    not_offered: 'Elija una de las respuestas que se muestran.',
    too_long: 'No pase de 4000 caracteres.',
  },
  pl: {
    look_again: 'Niektóre odpowiedzi trzeba jeszcze sprawdzić.',
    required_choice: 'Wybierz odpowiedź.',
    required_text: 'Wpisz odpowiedź.',
    one_only: 'Wybierz tylko jedną odpowiedź.',
    not_offered: 'Wybierz jedną z podanych odpowiedzi.',
    too_long: 'Nie więcej niż 4000 znaków.',
  },
  ur: {
    look_again: 'کچھ جوابوں کو دوبارہ دیکھنے کی ضرورت ہے۔',
    required_choice: 'ایک جواب چنیں۔',
    required_text: 'جواب لکھیں۔',
    one_only: 'صرف ایک جواب چنیں۔',
    not_offered: 'دکھائے گئے جوابوں میں سے ایک چنیں۔',
    too_long: 'چار ہزار حروف سے کم رکھیں۔',
  },
};

export const answerWords = (language: string): AnswerWords => WORDS[language] ?? WORDS.en;
