import type { Notice } from './portal-texts.ts';

interface WardWords {
  lead: string;
  you_said: string;
  we_did: string;
  nothing_yet: string;
  gone: Notice;
}

const WORDS: { readonly en: WardWords; readonly [language: string]: WardWords } = {
  en: {
    lead: 'What patients told us, and what we did about it.',
    you_said: 'You said',
    we_did: 'We did',
    nothing_yet: 'Nothing has been written here yet.',
    gone: {
      title: 'There is nothing at this address',
      text: 'The page may have been taken down, or the address is not complete.',
    },
  },
  ar: {
    lead: 'ما أخبرنا به المرضى، وما فعلناه حياله.',
    you_said: 'قلتم',
    we_did: 'فعلنا',
    nothing_yet: 'لم يُكتب شيء هنا بعد.',
    gone: { title: 'لا يوجد شيء على هذا العنوان', text: 'ربما أُزيلت الصفحة، أو أن العنوان ناقص.' },
  },
  fr: {
    lead: 'Ce que les patients nous ont dit, et ce que nous avons fait.',
    you_said: 'Vous avez dit',
    we_did: 'Nous avons fait',
    nothing_yet: 'Rien n’a encore été écrit ici.',
    gone: {
      title: 'Il n’y a rien à cette adresse',
      text: 'La page a peut-être été retirée, ou l’adresse n’est pas complète.',
    },
  },
  es: {
    lead: 'Lo que nos dijeron los pacientes y lo que hicimos.',
    you_said: 'Ustedes dijeron',
    we_did: 'Nosotros hicimos',
    nothing_yet: 'Aquí todavía no se ha escrito nada.',
    gone: {
      title: 'No hay nada en esta dirección',
      text: 'Puede que la página se haya retirado o que la dirección esté incompleta.',
    },
  },
  pl: {
    lead: 'Co powiedzieli nam pacjenci i co z tym zrobiliśmy.',
    you_said: 'Państwo powiedzieli',
    we_did: 'My zrobiliśmy',
    nothing_yet: 'Nic tu jeszcze nie napisano.',
    gone: { title: 'Pod tym adresem nic nie ma', text: 'Strona mogła zostać usunięta albo adres jest niepełny.' },
  },
  ur: {
    lead: 'مریضوں نے ہمیں کیا بتایا اور ہم نے اس پر کیا کیا۔',
    you_said: 'آپ نے کہا',
    we_did: 'ہم نے کیا',
    nothing_yet: 'یہاں ابھی کچھ نہیں لکھا گیا۔',
    gone: { title: 'اس پتے پر کچھ نہیں', text: 'شاید صفحہ ہٹا دیا گیا ہے، یا پتہ نامکمل ہے۔' },
  },
};

/** The words of a ward's public page. */
export const wardWords = (language: string): WardWords => WORDS[language] ?? WORDS.en;
