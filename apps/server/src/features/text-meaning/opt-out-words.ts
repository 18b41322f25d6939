/** The words of one language for opting out, opting in again, and asking for help. */
export interface ConsentWords {
  /** Keywords. A text of nothing but keywords and `fillers` is understood without doubt. "_" joins two words. */
  stop: string;
  start: string;
  help: string;
  /** Words that do not change the meaning of a keyword. */
  fillers: string;
  /** Phrases that mean an opt-out anywhere in a longer text; see compilePhrase. */
  phrases: readonly string[];
  /** Words that reverse the meaning of a phrase when they come before it: "can't stop". */
  negations: string;
  /** Words that show that a short text with a `stop` word at one end is about the stay: "stop the pain". */
  stayWords: string;
}

const EN_MESSAGES =
  'messages|message|messaging|texts|text|texting|txts|txt|sms|smses|emails|email|mails|mail|surveys|survey|msgs|msg|spam|questionnaire*|reminders|notifications|subscription|alerts|communication*|correspondence';

/**
 * The English list begins with the words of 47 CFR 64.1200(a)(10): stop, quit, end, revoke, opt out, cancel,
 * unsubscribe. Then come those that carriers obey (CTIA Messaging Principles §5.1.3: stopall, optout, remove, and
 * "arret" in Canada). The other languages have corresponding words.
 */
export const CONSENT_WORDS: Readonly<Record<'en' | 'ar' | 'fr' | 'es' | 'pl' | 'ur', ConsentWords>> = {
  en: {
    stop: 'stop quit end revoke opt_out cancel unsubscribe stopall stop_all optout remove opt_me_out unsub unsubscribed cease',
    start: 'start unstop subscribe yes resubscribe opt_in optin',
    help: 'help info',
    fillers:
      'please pls plz plse kindly thanks thank you thx ty ta now ok okay hi hello hey dear sir madam team it this them all me immediately today i said the word just everything completely forever asap here at once right away already and to want would like',
    phrases: [
      `stop|quit|cease|end|cancel|halt|discontinue ${EN_MESSAGES}`,
      `stop|quit|cease|end|cancel|halt|discontinue these|this|the|your|those|all|any|with|my|of|receiving|getting|sending … ${EN_MESSAGES}`,
      'stop|quit|cease sending|sendin|messaging|texting|txting|contacting|emailing|spamming|bothering|harassing|pestering',
      'stop|quit|cease writing|calling|asking|ringing me|us',
      'stpo|sotp|stopp|stp|srop|dtop texting|messaging|sending|these|the messages|texts|me|sms',
      `do_not|dont|donot|dnt text|message|contact|email|txt|sms|spam|bother me|us|this_number|again|anymore|any_more|here`,
      `do_not|dont|donot|dnt send … ${EN_MESSAGES}|anything|any_more|anymore|again`,
      'do_not|dont|never text|message|contact|email|call|write|ring … again|anymore|any_more',
      `no more|further|longer ${EN_MESSAGES}|contact`,
      'no_longer|not want|wish to? receive|get|be',
      `do_not|dont|donot|not want|wish|need|like any|these|your|to|more|the|this|further … ${EN_MESSAGES}|contacted|texted|messaged|emailed`,
      `dont|do_not want|wish ${EN_MESSAGES}`,
      'remove|delete|erase|unsubscribe me|us|my_number|my_phone*|my_name|my_email|my_mobile|this_number|number',
      'take me|us|my_number|my_name|this_number|my_email off|out',
      'opt|opting|opted me?|us? out',
      'unsubscribe*|stopall|optout|unsub',
      'revoke|revoking|withdraw|withdrawing my|the|all? consent|permission|agreement|authori*',
      'i revoke',
      'leave me|us alone',
      'lose|forget|delete my number',
      'wrong number|person',
      'get|take me|us off your|this|the list',
      'fuck|piss|sod|bugger off',
      'no|not longer? interested',
      'i am|im done with your|these|the texts|messages|surveys',
    ],
    negations:
      'cant cannot cant couldnt never not didnt doesnt dont wont wouldnt isnt they he she nurses staff doctors nobody who why if',
    stayWords:
      'pain bleeding smiling pills pill medication medicine medicines tablets taking drip treatment antibiotics smoking crying coughing appointment appointments operation surgery stay visit noise bus infection itching vomiting blood drinking eating worrying was were at is for care line of shift',
  },
  fr: {
    stop: 'arrêt arrêter arrêtez arrête stop désabonner désabonnement désabonnez désinscrire désinscription désinscrivez résilier annuler fin cesser cessez désabonnez_moi supprimer',
    start: 'démarrer reprendre recommencer oui abonner réabonner',
    help: 'aide info infos',
    fillers:
      's il vous plaît svp stp te plait merci bonjour maintenant immédiatement tout tous tout_de_suite me moi de le les ça cela je veux voudrais monsieur madame bonsoir vos',
    phrases: [
      'arrêt*|stop|stopper|stoppez|cessez|cesser|finissez les|ces|vos|ce|cet|cette|tous|l|la|avec … messages|message|sms|textos|texto|mails|mail|emails|courriels|questionnaires|enquêtes|enquête|envois|envoi',
      'arrêt*|cessez|cesser de|d m? … envoyer|écrire|contacter|solliciter|harceler|déranger|spammer',
      'ne|n m|me|nous envoy*|écri*|contact*|dérang*|sollicit* plus|pas',
      'ne … envoy*|écri*|contact* plus',
      'plus|pas|aucun de|d|autre? messages|message|sms|textos|mails|mail|emails|courriels|questionnaires|enquêtes',
      'ne|n veux|souhaite|désire|voudrais|veut plus|pas|aucun … messages|message|sms|textos|mails|mail|emails|questionnaires|enquêtes|contacté*|recevoir|sollicit*',
      'désabonn*|désinscri*',
      'retir*|supprim*|enlev*|efface* moi|mon_numéro|mon_nom|mes_coordonnées|mon_adresse',
      'me retirer|supprimer|désinscrire de',
      'révoque|retire|annule mon consentement|accord|abonnement',
      'annul*|résili* mon? l? abonnement',
      'laissez|laisse moi|nous tranquille|en_paix',
      'mauvais|faux numéro',
      'pas|plus intéressé*',
      'erreur de numéro',
    ],
    negations: 'pourquoi si quand ils elles on infirmières',
    stayWords:
      'douleur saignement traitement médicament médicaments rendez vous cigarette séjour visite opération sourire pilule fièvre était du bus bruit',
  },
  es: {
    stop: 'alto parar pare paren para baja cancelar cancele anular detener terminar fin basta stop cancelen desuscribir desuscribirme suscripción_cancelar borrar borrarme eliminar dar_de_baja darme_de_baja salir',
    start: 'alta iniciar reanudar si empezar comenzar',
    help: 'ayuda info',
    fillers:
      'por favor porfavor gracias hola ya ahora esto todo todos me inmediatamente quiero señor señora buenos días buenas tardes de la lista mismo deseo solicito la',
    phrases: [
      'deje|dejen|deja|dejad|paren|pare|para|parar|basta de|con … enviar*|mandar*|escribir*|molestar*|contactar*|mensajes|sms|correos|encuestas|mensaje',
      'paren|pare|parar|cancelar|cancele|cancelen|detener|detengan|terminar|anular los|estos|sus|todos|las|el|la|mis … mensajes|sms|correos|encuestas|envíos|suscripción|textos|mensaje',
      'no me? envíe|envíen|envies|enviéis|mande|mandes|manden|escriba|escriban|escribas|contacte|contacten|contactes|moleste|molesten … más|mas|mensajes|sms|correos|nada|nunca|encuestas|por_favor',
      'no me escriban|escriba|contacten|contacte|manden|envíen|molesten|moleste|escribas',
      'no más|mas mensajes|sms|correos|encuestas|textos|mensaje',
      'ya? no quiero|deseo|quisiera … mensajes|sms|correos|encuestas|recibir|contacten|contacto|mensaje|textos',
      'darme|dar|deme|denme|dénme|dame|dar de_baja|baja',
      'quiero|solicito|deseo la? baja',
      'desuscri*',
      'borr*|elimin*|quit*|sáqu*|saqu* mi_número|mi_nombre|mi_teléfono|me|mis_datos|mi_numero',
      'bórreme|bórrenme|elimíneme|elimínenme|quíteme|quítenme|sáquenme|sáqueme',
      'revoco|retiro|anulo mi consentimiento|permiso|autorización',
      'déjeme|déjenme|dejadme|dejame en_paz|tranquilo|tranquila',
      'número|numero equivocado|erróneo',
      'no me? estoy? interes*',
      'se equivoca|equivocan|equivocó|equivocado de número|persona',
    ],
    negations: 'puedo pude podía podian cuando si',
    stayWords:
      'dolor sangrado medicación medicina medicinas pastillas cita tratamiento fumar estancia operación fiebre visita fue turno',
  },
  pl: {
    stop: 'stop koniec rezygnuję rezygnacja wypisz zakończ anuluj zatrzymaj przestań przestańcie wypisać wyrejestruj usuń usuńcie odwołuję cofam skończ skończcie nie_wysyłać wypisz_mnie wypiszcie',
    start: 'wznów start wznowić zapisz tak',
    help: 'pomoc info',
    fillers:
      'proszę dziękuję dzięki dzień dobry teraz natychmiast to wszystko mnie się już cześć pan pani o z tego chcę bardzo i z_listy witam',
    phrases: [
      'przesta*|skończcie|skończ|zakończ*|zatrzymaj*|stop|koniec|zaprzestań*|anuluj*|dość … wysyła*|pisa*|wiadomości|smsów|smsy|sms|ankiet|ankiety|maili|maile|kontakt*|nęka*|subskrypcj*|esemesów',
      'nie wysyła*|pisz|piszcie|pisać|przysyła*|kontaktuj*|wysyłać … więcej|mi|mnie|do_mnie|do|wiadomości|sms*|ankiet|się|już|nic',
      'nie chcę|życzę|chce|zycze … wiadomości|sms*|ankiet|maili|otrzymywać|dostawać|kontakt*|esemesów|subskryb*',
      'proszę … nie pisać|wysyłać|dzwonić',
      'więcej nie piszcie|pisz|wysyłajcie',
      'żadnych|bez więcej? wiadomości|sms*|ankiet|maili',
      'wypisz*|wyrejestruj*|wykreśl*|usuń*|skreśl* mnie|mój_numer|moj_numer|mój|numer|moje_dane',
      'rezygnuję|rezygnuje z|ze',
      'cofam|wycofuję|odwołuję moją?|swoją? zgodę',
      'dajcie|daj mi? spokój',
      'zostawcie mnie',
      'zły|pomyłka|błędny numer',
      'pomyłka',
      'nie jestem? zainteresowan*',
      'proszę o usunięcie|zaprzestanie|wypisanie|niewysyłanie',
    ],
    negations: 'mogę mogłam mogłem gdy jeśli oni',
    stayWords: 'ból bolu bólu krwawienie leki leków lek wizytę wizyta pobytu pobyt leczenie palić operacja był była',
  },
  ar: {
    stop: 'توقف قف إيقاف ايقاف إلغاء الغاء أوقف اوقفوا توقفوا وقف كفى انهاء إنهاء ألغ الغي إلغاء_الاشتراك الغاء_الاشتراك أزيلوني احذفوني احذفني أوقفوا خلاص بس لا_مزيد',
    start: 'ابدأ ابدا بدء نعم استئناف اشتراك',
    help: 'مساعدة المساعدة معلومات',
    fillers:
      'من فضلك فضلكم لو سمحت سمحتم رجاء الرجاء شكرا الآن فورا هذا كل أريد ارجو أرجو مرحبا السلام عليكم يرجى حالا',
    phrases: [
      'توقف|توقفوا|أوقف|أوقفوا|اوقفوا|إيقاف|وقف|كفى|ألغ|ألغوا|إلغاء|الغاء|انهاء|إنهاء عن|من? … إرسال|ارسال|الرسائل|رسائل|مراسلتي|المراسلة|الاستبيان*|الاتصال|رسائلكم|الاشتراك|اشتراكي',
      'أوقف|أوقفوا|إيقاف|وقف|ألغ|ألغوا|إلغاء|انهاء إرسال|الرسائل|رسائل|هذه|مراسلتي|رسائلكم|الاستبيان*|الاشتراك|اشتراكي',
      'لا ترسل|ترسلوا|تراسلوني|تراسلني|تتصلوا|تتواصلوا|تبعثوا|تزعجوني … لي|رسائل|بعد|المزيد|مرة|شيئا|إلي|معي|بي|أي',
      'لا تراسلوني|تراسلني|تزعجوني|ترسلوا|ترسل',
      'لا أريد|اريد|أرغب|ارغب|نريد … رسائل|الرسائل|رسائلكم|مراسل*|تلقي|استلام|استبيان*|تواصل',
      'ما|مو|مش أريد|ابي|أبغى|عايز|بدي … رسائل|رسايل|الرسائل',
      'احذف*|أزل*|ازيل*|أزيل*|شيل* … رقمي|اسمي|رقمى|القائمة|بياناتي',
      'إلغاء|الغاء|ألغ* الاشتراك|اشتراكي|الإشتراك',
      'أسحب|سحبت|ألغي موافقتي|الموافقة',
      'رقم|الرقم خطأ|غلط|خاطئ',
      'اتركوني|اتركني وشأني|لحالي',
      'غير مهتم*',
      'لا مزيد من? الرسائل|رسائل',
    ],
    negations: 'لم لن متى هل عندما',
    stayWords: 'الألم ألم النزيف نزيف الدواء دواء العلاج الموعد موعد موعدي التدخين العملية الإقامة الزيارة كان',
  },
  ur: {
    stop: 'بند روکیں رکیں روکو ختم منسوخ بند_کریں بند_کرو بند_کر_دیں ختم_کریں منسوخ_کریں روک_دیں سٹاپ اسٹاپ ان_سبسکرائب نکالیں ہٹائیں رک_جائیں بس_کریں',
    start: 'شروع شروع_کریں دوبارہ_شروع ہاں جی_ہاں',
    help: 'مدد معلومات',
    fillers: 'براہ کرم مہربانی فرما کر شکریہ یہ سب ابھی فورا پلیز جناب السلام علیکم برائے اب اسے کو یہ_سب براۓ سلام',
    phrases: [
      'پیغام*|میسج*|میسیج*|ایس_ایم_ایس|سروے|ای_میل*|مسیج* … بند|روک*|نہ|مت|نہیں|منسوخ|ختم',
      'مجھے|ہمیں … پیغام*|میسج*|میسیج*|ایس_ایم_ایس|سروے … نہ|مت|نہیں',
      'مجھے|ہمیں مت|نہ بھیج*|لکھ*|ستا*|تنگ',
      'میسج|پیغام*|رابطہ مت|نہ کر*|بھیج*',
      'مجھ_سے|ہم_سے رابطہ نہ|مت',
      'میرا نمبر|نام … نکال*|ہٹا*|حذف|ڈیلیٹ|مٹا*',
      'مزید پیغام*|میسج* نہیں|مت|نہ',
      'غلط نمبر',
      'رکنیت|سبسکرپشن|اشتراک ختم|منسوخ|بند',
      'میری|اپنی رضامندی|اجازت واپس|منسوخ',
      'دلچسپی نہیں',
      'بھیجنا|لکھنا بند',
    ],
    negations: 'جب اگر کیوں',
    stayWords: 'درد خون دوا علاج ملاقات آپریشن سگریٹ نرس ڈاکٹر قیام بہت',
  },
};
