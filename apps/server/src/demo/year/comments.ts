import type { Draw } from './draw.ts';

/** What a comment is about, which becomes a tag. */
export type Theme = 'kindness' | 'waiting' | 'medicines' | 'food' | 'noise' | 'information' | 'cleanliness' | 'pain';

export interface Comment {
  text: string;
  themes: Theme[];
}

type Said = readonly [text: string, theme: Theme];

const GOOD: readonly Said[] = [
  ['Everyone was kind from the moment I arrived.', 'kindness'],
  ['The nurses always had time for a question.', 'kindness'],
  ['Somebody explained every step before it happened.', 'information'],
  ['I was seen sooner than I had expected.', 'waiting'],
  ['The night staff were wonderful.', 'kindness'],
  ['The doctor drew a picture for me so that I understood.', 'information'],
  ['My pain was taken seriously.', 'pain'],
  ['The ward was spotless.', 'cleanliness'],
  ['The physiotherapist made me laugh and walk again.', 'kindness'],
  ['The pharmacist went through all my tablets with me.', 'medicines'],
  ['I was treated as a person and not as a number.', 'kindness'],
  ['The tea at three o’clock was the best of the day.', 'food'],
  ['They phoned my daughter so that she did not worry.', 'information'],
  ['The porter knew his way and all the good stories.', 'kindness'],
  ['I felt safe all the time.', 'kindness'],
  ['They found my reading glasses twice.', 'kindness'],
];

const GOOD_ENDINGS: readonly Said[] = [
  ['Thank you.', 'kindness'],
  ['Please tell the team.', 'kindness'],
  ['Waiting for the medicines took most of the afternoon, all else was fine.', 'medicines'],
  ['The food could be warmer.', 'food'],
  ['It is a little noisy at night.', 'noise'],
  ['Parking is the only thing I would change.', 'waiting'],
  ['I would come here again.', 'kindness'],
  ['More people like them, please.', 'kindness'],
  ['The letter for my GP was ready when I left.', 'information'],
  ['My husband says the same.', 'kindness'],
  ['A chair beside the bed would help visitors.', 'noise'],
  ['I could not fault it.', 'kindness'],
];

const POOR: readonly Said[] = [
  ['Nobody told me when I could go home.', 'information'],
  ['I waited for hours and nobody said why.', 'waiting'],
  ['I did not understand how to take the tablets.', 'medicines'],
  ['I rang the bell and nobody came.', 'waiting'],
  ['I was in pain for most of the night.', 'pain'],
  ['The bathroom was not clean.', 'cleanliness'],
  ['The food was cold every day.', 'food'],
  ['The ward was too loud to sleep.', 'noise'],
  ['Two people told me two different things.', 'information'],
  ['My family was not told that I had been moved.', 'information'],
  ['I was left in the corridor.', 'waiting'],
];

const POOR_ENDINGS: readonly Said[] = [
  ['The staff did what they could, there were too few of them.', 'waiting'],
  ['I hope somebody reads this.', 'information'],
  ['Please do better for the next person.', 'information'],
  ['One nurse apologised, which I remember.', 'kindness'],
  ['I am still waiting for the letter.', 'information'],
  ['I would like somebody to call me.', 'information'],
  ['It was better on my last visit.', 'waiting'],
  ['I do not want to complain, only to say how it was.', 'information'],
];

/** Said of the ward whose discharges went wrong for some months. */
const BAD_SPELL: readonly Said[] = [
  ['I was told I could leave in the morning and left at seven in the evening.', 'waiting'],
  ['Nobody had ordered my medicines, so I waited all day for them.', 'medicines'],
  ['I went home without knowing what the new tablets are for.', 'medicines'],
  ['Agency staff who did not know the ward could not tell me anything.', 'information'],
  ['The discharge letter was somebody else’s until I pointed it out.', 'information'],
  ['I sat in a chair for five hours because my bed was needed.', 'waiting'],
];

const IN_LANGUAGES: Readonly<Record<string, { good: readonly Said[]; poor: readonly Said[] }>> = {
  ar: {
    good: [
      ['كان الجميع لطفاء معي.', 'kindness'],
      ['شرحوا لي كل شيء بهدوء.', 'information'],
    ],
    poor: [['انتظرت طويلًا ولم يخبرني أحد بالسبب.', 'waiting']],
  },
  fr: {
    good: [
      ['Une équipe très attentive, merci.', 'kindness'],
      ['Tout m’a été bien expliqué.', 'information'],
    ],
    poor: [['J’ai attendu mes médicaments tout l’après-midi.', 'medicines']],
  },
  pl: {
    good: [
      ['Bardzo miły personel, dziękuję.', 'kindness'],
      ['Wszystko dokładnie mi wyjaśniono.', 'information'],
    ],
    poor: [['Nikt nie powiedział mi, jak brać leki.', 'medicines']],
  },
  es: {
    good: [['Me trataron con mucho cariño.', 'kindness']],
    poor: [['Esperé horas sin que nadie me dijera nada.', 'waiting']],
  },
  ur: {
    good: [['عملہ بہت مہربان تھا، شکریہ۔', 'kindness']],
    poor: [['کسی نے نہیں بتایا کہ کب گھر جا سکتے ہیں۔', 'information']],
  },
};

/** Draws what somebody writes in their language. */
export function drawComment(
  draw: Draw,
  { language, isGood, isBadSpell }: { language: string; isGood: boolean; isBadSpell: boolean },
): Comment {
  const own = IN_LANGUAGES[language];
  if (own) return asComment([draw.pick(isGood ? own.good : own.poor)]);
  if (isGood) return asComment([draw.pick(GOOD), ...(draw.chance(0.6) ? [draw.pick(GOOD_ENDINGS)] : [])]);
  const first = isBadSpell && draw.chance(0.7) ? BAD_SPELL : POOR;
  return asComment([draw.pick(first), ...(draw.chance(0.5) ? [draw.pick(POOR_ENDINGS)] : [])]);
}

const asComment = (said: readonly Said[]): Comment => ({
  text: said.map(([text]) => text).join(' '),
  themes: [...new Set(said.map(([, theme]) => theme))],
});
