import { describe, expect, it } from 'vitest';
import { understandText } from './understand-text.ts';

const list = (phrases: string): string[] => phrases.split('/').map((phrase) => phrase.trim());

/** Invented, as families answer a hospital that asks how the stay was. */
const DEATHS: Record<string, string[]> = {
  en: list(
    `He died / she died on Sunday / My mother passed away last week / Mum has sadly passed away / he has unfortunately died / She's dead / he is dead. /
     my husband died yesterday / This patient is deceased / Deceased / Dad is no longer with us / We lost our baby / I lost my husband on Friday /
     my wife, who died in your hospital, / Since her death we get these messages / Rest in peace mam / my son just passed / Passed away 3 weeks ago /
     Please do not text this number, my father has died / Sadly my nan died in your care and nobody told us anything / she passed on Monday, please update your records /
     RIP to my brother / Gran has passed on / Died / Dead. / both my parents have passed away / Mary Quill died on Sunday / the death of my father should be in your system`,
  ),
  fr: list(
    `Il est décédé / Ma mère est décédée dimanche / mon mari est mort / Elle est morte hier / Papa nous a quittés / nous avons perdu notre bébé / J'ai perdu mon mari /
     depuis le décès de ma femme / Madame Durand n'est plus de ce monde`,
  ),
  es: list(
    `Falleció / mi madre falleció ayer / Mi padre ha fallecido / se murió mi esposo / ha muerto / está muerto / Perdimos a mi hermana / perdí a mi bebé /
     ya no está con nosotros / desde la muerte de mi mujer`,
  ),
  pl: list(
    `Mąż zmarł / Mama zmarła w niedzielę / on nie żyje / tata umarł / po śmierci męża / straciliśmy dziecko / Straciłam męża / odeszła od nas`,
  ),
  ar: list(
    'توفي والدي أمس / توفيت أمي / لقد مات / ماتت زوجتي / المرحوم لا يستطيع الرد / انتقل إلى رحمة الله / فقدنا طفلنا / بعد وفاة زوجي',
  ),
  ur: list(
    'ان کا انتقال ہو گیا ہے / والدہ وفات پا گئیں / وہ فوت ہو چکے ہیں / میرے والد مر گئے / مرحوم کے نمبر پر نہ لکھیں',
  ),
};

/** What is about somebody who lives, or about no person at all. */
const ALIVE: string[] = [
  ...list(
    `I nearly died in there / he almost died / she could have died / I thought he had died of boredom / my phone died on Monday / the battery died, sorry / nobody died /
     The nurse passed me a cup of tea / he passed the test / I passed out twice / lost my glasses / lost my appointment letter / my mother's ring was lost /
     she is dead nice / I died laughing / they lost the blood sample / they lost the patient notes / my father was moved on / she had a baby last week / what a rip off the parking is / staff were dead friendly / thanks to the staff I am alive / dying for a cup of tea / the food was to die for / it was deadly / dead line /
     My husband was with me all day / The doctor who treated me was great / the patient next to me was loud / the baby is well / born at 3 in the morning /
     5 / yes / great stay / he is gone home / he passed on my details to the ward / my daughter was not with us that day / I could not get to rest in peace / she has gone now to her sister`,
  ),
  ...list(
    `je suis mort de fatigue / le réseau est mort / le médecin nous a quittés trop vite / elle n'est pas morte / il a failli mourir`,
  ),
  ...list('estoy muerta de cansancio / casi se murió / no murió / no ha muerto'),
  ...list('omal nie umarł / nie zmarł / lekarz odszedł od łóżka / straciłam okulary'),
  ...list('لم يمت / كاد أن يموت / ما مات / الطبيب ممتاز'),
  ...list('میرے فون کی بیٹری ختم / سب ٹھیک ہے / ڈاکٹر اچھے تھے'),
];

describe.each(Object.entries(DEATHS))('in %s', (language, texts) => {
  it.each(texts)('“%s” says that somebody has died, and ends the messages, and a person reads it', (text) => {
    const { meaning, doubtful, death, language: read } = understandText(text);
    expect({ meaning, doubtful, death, language: read }).toEqual({
      meaning: 'stop',
      doubtful: true,
      death: true,
      language: language === 'en' ? null : language,
    });
  });
});

it.each(ALIVE)('“%s” tells of no death', (text) => {
  expect(understandText(text)).toMatchObject({ death: false });
});
