import { describe, expect, it } from 'vitest';
import { commentHasWordsOfHarm, textHasWordsOfHarm } from './words-of-harm.ts';

const HARM = [
  'I am bleeding heavily, please help',
  'All was fine. But since I am at home the wound has opened and it hurts.',
  'Chest pain',
  'Short of breath every day, worse at night',
  'The staff were lovely, the ward clean, the food good; I still have terrible pain and nobody rings me back.',
  'No bleeding in hospital, but bleeding again since Monday',
  'Everything was good. Sometimes I think I do not want to live any more.',
  'One of the night nurses hit me when I rang the bell.',
  'They gave my mother the wrong tablets and nobody noticed until I did.',
  'Je saigne encore beaucoup',
  'Tout allait bien, mais depuis hier j’ai une douleur dans la poitrine.',
  'Une infirmière m’a frappée',
  'Todo bien, pero sigo sangrando',
  'Desde ayer tengo dolor en el pecho cuando subo la escalera',
  'Wszystko dobrze, ale nadal krwawię',
  'Nie chcę żyć',
  'كل شيء كان جيدا، لكنني أنزف منذ أمس',
  'منذ أمس عندي ألم شديد في الصدر ولا أحد يرد',
  'سب اچھا تھا لیکن ابھی بہت خون بہہ رہا ہے',
  'میں مرنا چاہتی ہوں',
  'I want to end my miserable life',
  'Sometimes I just want to end it all',
  'My baby is not breathing',
  'I need an ambulance',
  'Je n’arrive plus à respirer',
  'No puedo casi respirar',
  'Nie mogę normalnie oddychać',
  'مجھے بچائیں',
];

/** What a text must not be passed over for, whatever a comment may. */
const HARM_IN_TEXTS = [
  'El enfermero fue agresivo conmigo',
  'Sangraba mucho anoche',
  'Me sale sangre de la herida',
  'Agente de seguridad muy violento',
  'Personel bije pacjentów',
  'Uderzyła moją matkę',
  'Ciągle się duszę',
  'She touched me',
  'I thought I was going to die',
  'He hurt himself',
  'ما اقدر اخذ نفسي',
];

const NO_HARM = [
  'The emergency department was excellent.',
  'The ambulance crew were kind, and the emergency doctor saw me within ten minutes.',
  'They stopped the bleeding within minutes and explained everything that they did.',
  'My husband had a stroke in March and the care that he got was outstanding.',
  'I came in with severe pain and left without any.',
  'When I was short of breath the nurse sat with me until it was over.',
  'I was never abused or shouted at.',
  'No bleeding, no pain, all good',
  'It was too much to take in all at once, but they told me again.',
  'The allergic reaction was noticed at once by an attentive nurse.',
  'Le service des urgences était parfait.',
  'La prise de sang a été rapide.',
  'El análisis de sangre fue rápido, y el personal muy amable.',
  'Las enfermeras de emergencia fueron muy amables.',
  'Pobieranie krwi było szybkie, w sali było duszno.',
  'Pogotowie przyjechało szybko.',
  'طاقم الإسعاف كان رائعا',
  'ایمرجنسی کا عملہ بہت اچھا تھا',
  'Her kindness touched me deeply.',
  'I thought I was going to die when I came in, and you saved my life.',
  'In the end it all went well.',
  'End of my stay was calm.',
  'I was bleeding heavily when I came in and they stopped it.',
  'My son hurt himself at school and was treated within the hour by a lovely team.',
  'The baby was not breathing at first and the midwives were wonderful.',
  'I did not need to call an ambulance because my daughter drove me.',
  'It hurts me to say that the food in this otherwise excellent place was poor.',
  'La prise de sang s’est faite sans me faire du mal.',
  'Je peux enfin mieux respirer, merci.',
  'Me falta un aire acondicionado en la habitación.',
  'El equipo de socorro llegó en diez minutos y fue amable.',
  'دورہ اچھا رہا',
  'انفیکشن سے بچاؤ کا اچھا انتظام تھا',
];

describe('words of harm in a comment', () => {
  it('are found in six languages, also among much else', () => {
    expect(HARM.filter((comment) => !commentHasWordsOfHarm(comment))).toEqual([]);
  });

  it('are not found where somebody tells of an illness that was cared for, or thanks those who came', () => {
    expect(NO_HARM.filter(commentHasWordsOfHarm)).toEqual([]);
  });

  it('are fewer than in a text, whose writer has something to say now', () => {
    expect(commentHasWordsOfHarm('please send an ambulance')).toBe(true);
    expect(textHasWordsOfHarm('The ambulance came')).toBe(true);
    expect(commentHasWordsOfHarm('The ambulance came')).toBe(false);
    expect([...HARM, ...HARM_IN_TEXTS].filter((text) => !textHasWordsOfHarm(text))).toEqual([]);
  });

  it.each(['', '...', '\u{1F600}', 'bleed '.repeat(600), '.\n'.repeat(2000)])('%# is read without error', (comment) => {
    expect(() => commentHasWordsOfHarm(comment)).not.toThrow();
  });
});
