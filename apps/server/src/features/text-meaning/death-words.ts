const KIN =
  'mum|mam|mom|mummy|mother|dad|daddy|father|husband|wife|partner|fiance|son|daughter|brother|sister|baby|child|boy|girl|nan|nana|gran|granny|grandma|grandmother|grandad|granddad|grandpa|grandfather|uncle|aunt|auntie|aunty|cousin|friend|relative|parent|parents|patient|carer';
const WHO = `he|she|they|hes|shes|${KIN}|who`;
const LATELY =
  'has|have|had|is|was|sadly|unfortunately|regrettably|just|now|recently|since|actually|peacefully|suddenly';

const DAYS = 'on_monday|on_tuesday|on_wednesday|on_thursday|on_friday|on_saturday|on_sunday';

/** Phrases of one language; see compilePhrase. */
interface DeathWords {
  phrases: readonly string[];
  /** Phrases that count at the end of the text only, because more words may change them: "she is dead nice". */
  endings: readonly string[];
  /** Texts of nothing else. */
  alone: string;
  /** Words that reverse a phrase when they come right before it: "nearly died", "my phone died on Monday". */
  negations: string;
}

/** What families write back when somebody has died. One phrase too many ends the messages to somebody who is alive, and a person reads why. */
export const DEATH_WORDS: Readonly<Record<'en' | 'fr' | 'es' | 'pl' | 'ar' | 'ur', DeathWords>> = {
  en: {
    phrases: [
      `${WHO} ${LATELY}? ${LATELY}? ${LATELY}? died`,
      `${WHO} ${LATELY}? ${LATELY}? ${LATELY}? passed away|yesterday|today|last|peacefully|suddenly|${DAYS}`,
      'passed_away|deceased',
      'died on|in|at|last|this|yesterday|today|peacefully|suddenly|shortly|from|of|two|three|a_week|a_few',
      'no_longer with_us|alive',
      `i|ive|we|weve|have|has|had|just? lost my|our ${KIN}`,
      'i|ive|we|weve|have|has|had|just? lost the|my|our|a baby|pregnancy|child|twins',
      `death of my|our|the ${KIN}`,
      'since his|her|their death',
      'rest in_peace',
      'rip to',
    ],
    endings: [`${WHO} is|are|was|sadly? dead`, `${WHO} ${LATELY}? ${LATELY}? passed on?`],
    alone: 'died dead rip',
    negations:
      'to not never had have nearly almost could would might if nobody hasnt havent hadnt isnt wasnt didnt thought phone mobile cell battery car line signal wifi internet laptop tablet tv television call i plant flowers',
  },
  fr: {
    phrases: [
      'décéd*',
      'il|elle|mère|maman|père|papa|mari|femme|épouse|époux|fils|fille|frère|sœur|bébé|enfant|patient|patiente|compagnon|compagne|conjoint|conjointe|monsieur|madame est malheureusement? mort|morte',
      'mère|maman|père|papa|mari|femme|épouse|époux|fils|fille|frère|sœur|compagnon|compagne nous|m a malheureusement? quitté*',
      'ai|avons|avoir perdu mon|ma|notre|le mère|maman|père|papa|mari|femme|épouse|époux|fils|fille|frère|sœur|bébé|enfant|compagnon|compagne',
      'décès de|d|du|survenu',
      'n|plus est plus de_ce_monde|parmi_nous|en_vie',
    ],
    endings: [],
    alone: 'mort morte',
    negations: 'pas failli jamais presque',
  },
  es: {
    phrases: [
      'falleci*',
      'se? murió|murieron',
      'ha|había|ya muerto',
      'está|esta|están muerto|muerta|muertos',
      'perdí|perdimos|he_perdido|hemos_perdido a mi|nuestro|nuestra|mis madre|mamá|padre|papá|marido|esposo|esposa|mujer|hijo|hija|hermano|hermana|bebé|abuelo|abuela',
      'perdí|perdimos mi|al|el bebé|embarazo',
      'ya? no está con_nosotros|entre_nosotros',
      'muerte|fallecimiento de mi|nuestro|nuestra',
    ],
    endings: [],
    alone: 'muerto muerta murió',
    negations: 'no casi nunca nadie móvil celular teléfono batería',
  },
  pl: {
    phrases: [
      'zmarł|zmarła|zmarło|umarł|umarła|umarło',
      'nie żyje',
      'śmierci|śmierć mojej|mojego|naszej|naszego|męża|żony|mamy|matki|taty|ojca|syna|córki|brata|siostry',
      'straciłam|straciłem|straciliśmy męża|żonę|mamę|matkę|tatę|ojca|syna|córkę|dziecko|ciążę|brata|siostrę',
      'odszedł|odeszła na_zawsze|od_nas',
    ],
    endings: [],
    alone: 'zmarły zmarła',
    negations: 'nie prawie omal nikt telefon bateria',
  },
  ar: {
    phrases: [
      'توفي|توفى|توفيت|توفت|توفاه|توفاها',
      'مات|ماتت',
      'المرحوم|المرحومة|المتوفى|المتوفاة|متوفى|متوفاة|متوفية',
      'انتقل|انتقلت إلى رحمة|جوار',
      'وفاة زوجي|زوجتي|أبي|والدي|أمي|والدتي|ابني|ابنتي|أخي|أختي|المريض|المريضة',
      'فقدت|فقدنا زوجي|زوجتي|أبي|والدي|أمي|والدتي|ابني|ابنتي|طفلي|طفلنا|جنيني',
    ],
    endings: [],
    alone: 'ميت متوفي',
    negations: 'لم ما كاد كادت الهاتف البطارية',
  },
  ur: {
    phrases: [
      'انتقال کر|ہو|فرما',
      'وفات پا|ہو',
      'فوت ہو',
      'مر گیا|گئی|گئے|چکا|چکی|چکے',
      'مرحوم|مرحومہ',
      'اس_دنیا میں نہیں',
    ],
    endings: [],
    alone: 'مرحوم فوت',
    negations: 'فون موبائل بیٹری',
  },
};
