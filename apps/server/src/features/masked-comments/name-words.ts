/** Words before a name, in lower case. Whoever is named after one is masked, known or not. */
export const TITLES: ReadonlySet<string> = new Set(
  [
    'dr doctor prof professor mr mrs ms miss mx sir nurse sister matron midwife consultant surgeon registrar physio',
    'docteur docteure pr professeur m mme mlle monsieur madame mademoiselle infirmier infirmière',
    'dra doctora doctor sr sra srta señor señora don doña enfermero enfermera profesor profesora',
    'doktor doktora doktorze lek pan pani pana panu panem panią siostra siostrze siostry pielęgniarka pielęgniarki pielęgniarz położna',
    'دكتور دكتورة د ممرض ممرضة السيد السيدة سيد سيدة أستاذ أستاذة',
    'ڈاکٹر نرس مسٹر مسز جناب محترمہ',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Words that are no name where they stand in a comment, though patients are called so, or hospitals file them as names: "Will you
 * ever answer?", "Ward 7", "Baby". In lower case. A word of this list is masked only as a name of the very person who is asked.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [
    // English
    'a about after again all also always am an and angel any are as asked at baby bad be bed because been before being best better boy but by',
    'can care cared caring clean cold could day days did do doctor doctors does done everyone everything excellent faith female food for from',
    'friday friendly get girl god good got great had happy has have he her here him his home hope hospital how however i if in infant is it',
    'its january joy july june just kind lady lord made male man many march may me more most mr mrs much my never nice night no not nothing',
    'november now nurse nurses of on one only or our out over patience patient perfect please poor precious really reception room saturday',
    'she short so some staff still summer sunday test than thank thanks that the their them then there these they this thursday time to too',
    'treated tuesday twin unknown until very wait waiting ward was we wednesday well were what when where which while who why will with would',
    'year years yes you your april august december february monday october september autumn winter spring christmas easter',
    // French
    'accueil août après au aussi avec avril bien bon bonne ça car ce cela ces cette chambre dans de des dimanche docteur du elle elles en',
    'est et été être hôpital il ils infirmier infirmière infirmières jamais janvier je jeudi jour juillet juin la le les leur lundi ma mai mais',
    'mal mardi mars médecin médecins merci mercredi mes mon ne nous nuit ou où par parfait pas personnel peu plus pour qualité que qui samedi',
    'sans ses service soins son sont sur toujours tous tout toute très trop un une urgences vendredi votre vous',
    // Spanish
    'abril agosto al amable atención bien bueno comida como con cuando de del doctor doctora domingo el ella ellos en enero enfermera',
    'enfermeras enfermero enfermeros era es esperanza esta está este esto fue fueron gracias habitación hospital jueves julio junio la las lo',
    'los lunes luz mal martes marzo mayo me mercedes mi miércoles milagros muy nada no noche nos octubre para pero personal por que qué se',
    'servicio siempre sin sobre sol son su sus también tiempo todo todos trato un una urgencias y yo',
    // Polish
    'a ale bardzo bez był była było były co czas czy dla do dobrze dziękuję i ich jak jest jestem już kwiecień lekarz lekarze ma maj marzec',
    'mi mnie na nic nie noc o od opieka pan pani personel pielęgniarka pielęgniarki po pobyt przed przez przy są się sobota środa szpital tak',
    'tam to trzy tylko w we wszystko wszyscy z za ze że',
    // Arabic: many names are words for what people praise.
    'أحسن أفضل الا الى إلى أمل امل أنا أنت أو أي إن ان بعد بكل جدا جداً جميل جميلة حسن حسنة خير ذلك راحة رائع رائعة رحمة سريع سعيد سعيدة سلام',
    'شكر شكرا شكراً صبر صلاح ضياء طاهر عادل عالي على عن عند غير فضل في قبل كان كانت كانوا كامل كريم كريمة كل كما لا لطف لطيف لطيفة لكل لم لن لنا',
    'لي ليس ما ماهر ماهرة مع ممتاز ممتازة من منذ ناجح نور هدى هذا هذه هل هناك هو هي وجدت وفاء يوم رضا أمان امان أمانة إحسان سلامة جمال كمال',
    // Urdu
    'آپ اچھا اچھی اچھے اس اور ان ایک بہت بہتر پر پھر تھا تھی تھے تو تک جو خوش خوشی رحمت سب سے شکریہ صبر عملہ عمدہ کا کام کر کی کے کو کوئی لیے میں میرا',
    'میری نے نہیں نور ہم ہر ہو ہوا ہی ہے ہیں وقت وہ یہ یہاں مہربان مہربانی راحت سکون سلام صاحب صاحبہ',
    // As names in a feed that does not know them.
    'anonymous dummy newborn trauma unborn unidentified',
  ]
    .join(' ')
    .split(' '),
);

/** Polish endings of a name that is spoken of, and that of the name itself: "od Anny Kowalskiej". */
export const POLISH_ENDINGS: readonly (readonly [string, string])[] = [
  ['iego', 'i'],
  ['iemu', 'i'],
  ['iej', 'a'],
  ['ego', 'y'],
  ['emu', 'y'],
  ['iem', ''],
  ['owi', ''],
  ['em', ''],
  ['im', 'i'],
  ['ie', 'a'],
  ['ą', 'a'],
  ['ę', 'a'],
  ['y', 'a'],
  ['i', 'a'],
  ['o', 'a'],
  ['a', ''],
  ['u', ''],
];
