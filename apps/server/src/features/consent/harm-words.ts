/**
 * Phrases that say that somebody is harmed, or may be; see compilePhrase. They open a case at once. One phrase too many
 * costs a needless call, one too few leaves somebody without help.
 */
export const HARM_PHRASES: readonly string[] = [
  // English
  'cant|cannot|can_not|unable_to … breath*',
  'not breathing',
  'im|i_am|keep|keeps|still|wont_stop bleeding',
  'bleeding wont_stop|will_not_stop|doesnt_stop|does_not_stop|heavily|badly',
  'suicid*|overdos*|overdose',
  'kill|hurt|harm|killing|hurting|harming|cutting myself|himself|herself|themselves',
  'end|ending it all',
  'end|take|ending|taking my own? life',
  'want|wish|going to? die|dead|not_live',
  'i am|im dying',
  'dont|do_not want to live',
  'abus*|assault*|raped|rape|molest*|beaten',
  'hit|hits|hitting|hurts|threaten*|touched me|her|him|inappropriately',
  'wrong|double medicine|medicines|medication|medications|dose|drug|drugs|tablet|tablets',
  'need|send|call … ambulance',
  'ambulance now|please',
  // French
  'peux|arrive|peut|n_arrive … respir*',
  'saigne encore|toujours|beaucoup',
  'suicid*',
  'me|se|m|en tuer|tuer|finir|mourir|faire_du_mal',
  'veux|vais|envie de? mourir',
  'agress*|viol|violé*|abus|abusé*|battue*|maltrait*|frappé*',
  'surdose',
  'au secours',
  // Spanish
  'no puedo|puede para? respirar',
  'me falta … aire',
  'sigo|sigue|estoy sangrando',
  'suicid*',
  'matarme|quitarme_la_vida|hacerme_daño|acabar_con_mi_vida|lastimarme',
  'quiero|voy a? morir*',
  'abus*|agredió|agredieron|agredid*|agresión|agresiones|violó|violaron|violado|violada|violación|maltrat*|golpeó|golpear*|golpead*|pegó|pegaron',
  'sobredosis',
  'socorro',
  // Polish
  'nie … mogę|może oddychać|złapać_oddechu',
  'wciąż|nadal|ciągle|mocno krwawi*',
  'krwawi* wciąż|nadal|ciągle|bardzo|mocno|bardzo_mocno',
  'samobój*|zabić_się|się_zabić|zabije_sie|zabiję_się|skończyć_ze_sobą',
  'chcę|chce umrzeć|sobie_coś_zrobić|się_zabić',
  'nie chcę|chce żyć',
  'zgwałc*|molest*|bije_mnie|pobił|pobiła|pobili|pobity|pobita|przemoc|znęca*',
  'mnie uderzył|uderzyła|uderzyli',
  'uderzył|uderzyła|uderzyli mnie',
  'przedawkow*',
  'ratunku',
  // Arabic
  'لا|ما|مش أستطيع|استطيع|أقدر|اقدر|قادر … تنفس|أتنفس|اتنفس|التنفس',
  'أنزف|انزف',
  'انتحار|انتحر|أنتحر|الانتحار|سأنتحر',
  'أقتل|اقتل|قتل|أؤذي|اذي|سأقتل نفسي',
  'أريد|اريد أن? أموت|اموت|الموت',
  'اعتداء|للاعتداء|اعتدى|اغتصاب|تحرش|ضربني|ضربوني|يضربني|إساءة|تعنيف',
  'النجدة|أنقذوني|انقذوني',
  // Urdu
  'سانس … نہیں_آ|رک|بند',
  'خون … بہہ|بہ رہا',
  'خودکشی|خود_کشی',
  'خود کو مار*|نقصان|ختم',
  'مرنا|مر چاہتا|چاہتی|جانا|رہا|رہی',
  'زیادتی|تشدد|مارا|مارتا|مارتے|بدسلوکی|ہراساں|ریپ',
  'بچاؤ|بچائیں',
];

/**
 * Phrases of illness that a text reports and a comment mostly remembers ("the bleeding was stopped at once"). In a comment they
 * count in a short sentence, and beside a word that says that it is so now.
 */
export const SYMPTOM_PHRASES: readonly string[] = [
  // English
  'bleeding|haemorrhag*|hemorrhag*|bleed|blood_everywhere',
  'pain|pains|pressure|tightness … chest|heart',
  'losing|lost|coughing|vomiting|passing|lot_of|much … blood',
  'chest|heart pain|pains|hurts|tight|tightness|attack',
  'difficulty|trouble|hard_to|struggling … breath*',
  'short_of|shortness_of|out_of breath',
  'stroke|seizure*|convulsion*|unconscious|collapsed|fainted|passed_out|unresponsive|anaphyla*|sepsis',
  'wound|stitches|incision … open*|burst|pus|infected',
  'severe|terrible|unbearable|worst|extreme pain',
  'allergic reaction',
  // French
  'saigne*|saignement*|hémorragie',
  'perds|perd|perte|vomis … sang',
  'douleur*|mal … poitrine|thoracique|coeur',
  'crise cardiaque',
  'mal … respir*',
  'essouffl*|étouffe*',
  'inconscient*|évanoui*|convulsion*|avc',
  'douleur* insupportable*|atroce*|terrible*',
  // Spanish
  'sangro|sangra|sangrando|sangrado|hemorragia',
  'pierdo|perdiendo|mucha|vomito|vomitando sangre',
  'dolor … pecho|corazón',
  'dificultad|cuesta para? respirar',
  'falta|ahogo|ahoga … aire|mucho|respirar',
  'ataque|infarto cardíaco|al_corazón|corazón',
  'infarto',
  'inconsciente|desmay*|convulsion*|derrame|ictus',
  'dolor insoportable|terrible|fuerte|horrible',
  // Polish
  'krwawi*|krwotok|krew_leci',
  'ból|bóle|boli|bolą … klatce|klatka|serce|serca|piersi',
  'zawał',
  'trudno|ciężko|problem* z? oddych*|oddechem',
  'duszę_się|dusi_się|duszności',
  'nieprzytomn*|zemdla*|drgawki|udar',
  'silny|straszny|okropny|nie_do_zniesienia ból',
  // Arabic
  'نزيف|ينزف|تنزف|النزيف',
  'ألم|الم|وجع|آلام … صدر|صدري|الصدر|قلبي|بصدري|القلب',
  'صعوبة|ضيق في? تنفس|نفس|التنفس',
  'اختنق|أختنق',
  'أزمة|جلطة|سكتة|نوبة قلبية|دماغية|قلب',
  'فاقد|فقد|فقدت|أغمي الوعي|وعي|علي|عليه|عليها',
  'ألم شديد|فظيع|لا_يحتمل',
  // Urdu
  'خون … بہہ|بہ|نکل|آ|جاری|بہت',
  'سینے|سینہ|چھاتی|دل … درد|تکلیف|دورہ',
  'سانس … نہیں|مشکل|تکلیف|دشواری',
  'بے_ہوش|بیہوش|فالج|دورہ|دورے',
  'شدید|ناقابل_برداشت درد',
];

/** Words with which a text calls for help, and with which comments speak of those who helped. Comments with them open no case. */
export const CALL_PHRASES: readonly string[] = [
  'emergency|ambulance|999|911|112',
  'urgence vitale|absolue',
  'emergencia|ambulancia|auxilio',
  'pogotowie|karetk*',
  'إسعاف|اسعاف|الإسعاف',
  'ایمبولینس|ایمرجنسی',
];

/** Words that say that something is so now. */
export const NOW_PHRASES: readonly string[] = [
  'still|now|today|tonight|again|since|worse|worsening|at_home|wont_stop|not_stopping|doesnt_stop|every_day|keeps|need_help|help_me|please_help',
  'encore|toujours|maintenant|aujourdhui|aujourd_hui|depuis|pire|aide|à_la_maison',
  'todavía|aún|ahora|hoy|desde|peor|sigo|sigue|ayuda|en_casa',
  'nadal|wciąż|ciągle|teraz|dziś|dzisiaj|znowu|gorzej|od_wczoraj|pomocy|w_domu',
  'الآن|الان|ما_زال|مازال|لا_يزال|ما_زلت|اليوم|منذ|أسوأ|ساعدوني|في_البيت',
  'ابھی|اب|آج|مسلسل|مدد|گھر_پر|سے_زیادہ',
];
