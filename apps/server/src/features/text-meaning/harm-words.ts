/**
 * Phrases that say that somebody is harmed, or may be; see compilePhrase. They open a case at once. One phrase too many
 * costs a needless call, one too few leaves somebody without help.
 */
export const HARM_PHRASES: readonly string[] = [
  // English
  'cant|cannot|can_not|unable_to … breath*',
  'is|are not breathing',
  'isnt|arent breathing',
  'im|i_am|keep|keeps|still|wont_stop bleeding',
  'bleeding wont_stop|will_not_stop|doesnt_stop|does_not_stop',
  'suicid*|overdos*|overdose',
  'kill|harm|killing|hurting|harming|cutting myself|himself|herself|themselves',
  'want|wants|going|will to? hurt myself|himself|herself|themselves',
  'to|just|will|ill|gonna|should end it … all',
  'ending it … all',
  'end|take|ending|taking my|own … life',
  'want|wish to? die|dead|not_live',
  'i am|im dying',
  'dont|do_not want to live',
  'abus*|assault*|raped|rape|molest*|beaten',
  'hit|hits|hitting|threaten* me|her|him',
  'touched … inappropriately',
  'wrong|double medicine|medicines|medication|medications|dose|drug|drugs|tablet|tablets',
  'i|we need an? ambulance',
  'please send an? ambulance',
  'ambulance now|please',
  // French
  'peux|peut|arrive|n_arrive pas|plus … respir*',
  'saigne encore|toujours|beaucoup',
  'suicid*',
  'me|se|m tuer|faire_du_mal',
  'veux|vais|envie d? en_finir',
  'veux|vais|envie de? mourir',
  'agress*|viol|violé*|violent*|abus|abusé*|battue*|maltrait*|frappé*',
  'surdose',
  'au secours',
  // Spanish
  'no puedo|puede … respirar',
  'sigo|sigue|estoy sangrando',
  'suicid*',
  'matarme|quitarme_la_vida|hacerme_daño|acabar_con_mi_vida|lastimarme',
  'quiero|voy a? morir*',
  'abus*|agred*|agresión|agresiones|violó|violaron|violado|violada|violación|violenci*|maltrat*|golpeó|golpear*|golpead*|pegó|pegaron',
  'sobredosis',
  // Polish
  'nie mogę|może … oddych*|złapać_oddechu',
  'wciąż|nadal|ciągle|mocno krwawi*',
  'krwawi* wciąż|nadal|ciągle|bardzo|mocno|bardzo_mocno',
  'samobój*|zabić_się|się_zabić|zabije_sie|zabiję_się|skończyć_ze_sobą',
  'chcę|chce umrzeć|sobie_coś_zrobić|się_zabić',
  'nie chcę|chce żyć',
  'zgwałc*|molest*|bije_mnie|pobił|pobiła|pobili|pobity|pobita|pobito|pobicie|przemoc*|znęca*',
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
  'مجھے|ہمیں بچاؤ|بچائیں|بچا',
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
  'not breathing',
  'difficulty|trouble|hard_to|struggling … breath*',
  'short_of|shortness_of|out_of breath',
  'stroke|seizure*|convulsion*|unconscious|collapsed|fainted|passed_out|unresponsive|anaphyla*|sepsis',
  'wound|stitches|incision … open*|burst|pus|infected',
  'severe|terrible|unbearable|worst|extreme pain',
  'allergic reaction',
  'going to? die|dead',
  'end|ending it … all',
  'beating',
  'hurt|hurts myself|himself|herself|themselves|me|her|him',
  // French
  'saigne*|saignement*|hémorragie',
  'perds|perd|perte|vomis … sang',
  'douleur*|mal … poitrine|thoracique|coeur',
  'crise cardiaque',
  'peux|arrive|peut|n_arrive|mal … respir*',
  'en finir|mourir',
  'm|me mourir|finir',
  'essouffl*|étouffe*',
  'inconscient*|évanoui*|convulsion*|avc',
  'douleur* insupportable*|atroce*|terrible*',
  // Spanish
  'sangro|sangra|sangran|sangré|sangraba|sangraban|sangrar|sangrando|sangrado|sangramiento|hemorragia',
  'pierdo|pierde|perdiendo|perdí|mucha|vomito|vomita|vomitando|sale|saliendo|echo|echando|toso|tose|tosiendo … sangre',
  'dolor … pecho|corazón',
  'no|dificultad|cuesta puedo?|puede?|para? respirar',
  'falta|ahogo|ahoga … aire|mucho|respirar',
  'ataque|infarto cardíaco|al_corazón|corazón',
  'infarto',
  'inconsciente|desmay*|convulsion*|derrame|ictus',
  'dolor insoportable|terrible|fuerte|horrible',
  'agres*|golpe*|violent*',
  'socorro',
  // Polish
  'krwawi*|krwotok|krew_leci',
  'ból|bóle|boli|bolą … klatce|klatka|serce|serca|piersi',
  'zawał',
  'nie|trudno|ciężko|problem* mogę|może|z … oddych*|oddechem|złapać_oddechu',
  'duszę|dusi|dusić|duszności',
  'bije|biją|uderzył|uderzyła|uderzyli|uderzono',
  'nieprzytomn*|zemdla*|drgawki|udar',
  'silny|straszny|okropny|nie_do_zniesienia ból',
  // Arabic
  'نزيف|ينزف|تنزف|النزيف',
  'ألم|الم|وجع|آلام … صدر|صدري|الصدر|قلبي|بصدري|القلب',
  'لا|ما|مش|صعوبة|ضيق أستطيع|استطيع|أقدر|اقدر|قادر|في|تنفس|التنفس … تنفس|أتنفس|اتنفس|التنفس|نفس|نفسي',
  'ضيق تنفس|نفس|التنفس|في_التنفس',
  'اختنق|أختنق',
  'أزمة|جلطة|سكتة|نوبة قلبية|دماغية|قلب',
  'فاقد|فقد|فقدت|أغمي الوعي|وعي|علي|عليه|عليها',
  'ألم شديد|فظيع|لا_يحتمل',
  // Urdu
  'خون … بہہ|بہ|نکل|آ|جاری|بہت',
  'سینے|سینہ|چھاتی|دل … درد|تکلیف|دورہ',
  'سانس … نہیں|مشکل|تکلیف|دشواری',
  'بے_ہوش|بیہوش|فالج',
  'دورہ|دورے پڑ*',
  'شدید|ناقابل_برداشت درد',
];

/** Words with which a text calls for help, and with which comments speak of those who helped. Comments with them open no case. */
export const CALL_PHRASES: readonly string[] = [
  'emergency|ambulance|999|911|112',
  'touched|touching me|her|him',
  'urgence vitale|absolue',
  'emergencia|ambulancia|auxilio',
  'pogotowie|karetk*',
  'إسعاف|اسعاف|الإسعاف',
  'ایمبولینس|ایمرجنسی|بچاؤ|بچائیں',
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
