import { describe, expect, it } from 'vitest';
import { isOneTypoAway, normalizeText } from './normalize-text.ts';
import { understandText } from './understand-text.ts';

/** Splits a list whose phrases are separated by " / ". The name of each list says where its phrases are from. */
const list = (phrases: string): string[] => phrases.split('/').map((phrase) => phrase.trim());

const OPT_OUTS: Record<string, string[]> = {
  '47 CFR 64.1200(a)(10)(i)': list('stop / quit / end / revoke / opt out / cancel / unsubscribe'),
  'the same, as phones write them': list(
    'STOP / Stop. / stop! / "STOP" / Quit / END / Revoke / OPT OUT / Opt-out / OPT-OUT. / Cancel / Unsubscribe / S.T.O.P. / s t o p / STOP STOP STOP / stop 🛑',
  ),
  'CTIA Messaging Principles §5.1.3 and keyword lists of carriers (Twilio, AWS, Bandwidth)': list(
    'STOPALL / stop all / OPTOUT / REMOVE / UNSUB / arret / ARRÊT / Unsubscribe me',
  ),
  'English, politely (invented)': list(
    `please stop / stop please / Stop, thank you / pls stop / stop now / hi, please stop / stop it / just stop / stop this please /
     please unsubscribe / unsubscribe me please / kindly unsubscribe / ok stop / stop already / please cancel / cancel all / end this / quit it / please quit / opt me out`,
  ),
  'English sentences (invented, after complaints quoted in FCC 24-24)': list(
    `please stop texting me / stop sending me messages / Stop sending these texts / Please stop sending me these surveys / stop messaging me /
     do not text me again / Don't text me anymore / don’t contact me / please do not contact me again / Do not send me any more messages /
     no more texts / no more messages please / No more surveys! / remove me from your list / Please remove me / take me off your list /
     take my number off / delete my number / remove my number from your system please / I want to opt out / I would like to opt out of these messages /
     opt me out please / I revoke my consent / I withdraw my consent / please revoke consent / leave me alone / I don't want these messages /
     I do not want to receive any more texts from you / I dont want your surveys / I no longer wish to receive these messages / please end these texts /
     cancel these messages / Cancel my subscription / quit texting me / Quit sending me these / stop with the texts / never text me again /
     wrong number / you have the wrong number / wrong person / not interested / Unsubscribe me from all of this / please don't message me /
     stop emailing me / lose my number / I want you to stop texting me / can you please stop sending texts / would you stop messaging me / Stop bothering me`,
  ),
  'English with typing errors (invented)': list(
    'stopp / sotp / stpo / stp / unsuscribe / unsubcribe / unsubscibe / unsubsribe / Unsubscrbe / cancell / revok / plz stop txting me / stop sendin me msgs / dont txt me / canel / optuot',
  ),
  'French (invented)': list(
    `arrêt / arrêter / arrêtez / ARRETEZ SVP / arrêtez s'il vous plaît / désabonner / désabonnement / me désabonner / désinscription / désinscrire /
     résilier / annuler / Stop merci / arrêtez de m'envoyer des messages / arrêtez d’envoyer des SMS / ne m'envoyez plus de messages / ne m'écrivez plus /
     je ne veux plus recevoir de SMS / je ne veux plus de messages / plus de messages / Plus de SMS svp / retirez-moi de votre liste / supprimez mon numéro /
     enlevez mon numéro s'il vous plaît / laissez-moi tranquille / je retire mon consentement / mauvais numéro / ne me contactez plus / cessez vos messages / stop aux sms / desaboner`,
  ),
  'Spanish (invented)': list(
    `alto / baja / parar / cancelar / BAJA por favor / cancelar por favor / darme de baja / quiero darme de baja / Denme de baja / deje de enviarme mensajes /
     dejen de mandar mensajes / dejen de escribirme / no me envíen más mensajes / no me manden mas sms / no me escriban más / no más mensajes / No mas encuestas /
     no quiero más mensajes / no quiero recibir sus mensajes / ya no quiero recibir mensajes / borren mi número / eliminen mi número / quítenme de la lista /
     revoco mi consentimiento / déjenme en paz / número equivocado / desuscribirme / detener / paren / no me contacten / cancelr / se equivocó de número`,
  ),
  'Polish (invented)': list(
    `koniec / rezygnuję / rezygnuje / wypisz / Wypisz mnie / wypisz mnie proszę / stop proszę / anuluj / zakończ / przestańcie / przestańcie wysyłać wiadomości /
     proszę przestać wysyłać wiadomości / nie wysyłajcie mi więcej wiadomości / nie piszcie do mnie / proszę nie pisać / nie chcę więcej wiadomości /
     nie chcę otrzymywać SMS-ów / nie życzę sobie wiadomości / usuń mój numer / proszę usunąć mój numer / wykreślcie mnie z listy / cofam zgodę /
     wycofuję moją zgodę / dajcie mi spokój / pomyłka / zły numer / rezygnuję z ankiet / żadnych więcej smsów / nie jestem zainteresowany / rezygnjue`,
  ),
  'Arabic (invented; with and without vowel signs and hamza)': list(
    `توقف / توقّف / قف / إيقاف / ايقاف / إلغاء / الغاء / إلغاء الاشتراك / الغاء الاشتراك / توقف من فضلك / أوقفوا الرسائل / اوقفوا الرسائل / توقفوا عن إرسال الرسائل /
     توقفوا عن مراسلتي / لا ترسلوا لي رسائل / لا ترسل لي المزيد من الرسائل / لا تراسلوني / لا أريد رسائل / لا أريد المزيد من الرسائل / لا اريد استلام رسائلكم /
     لا أرغب في تلقي الرسائل / احذفوا رقمي / احذف رقمي من القائمة / أزيلوا رقمي / أسحب موافقتي / رقم خطأ / الرقم غلط / اتركوني وشأني / غير مهتم / لا مزيد من الرسائل`,
  ),
  'Urdu (invented)': list(
    `بند / بند کریں / بند کرو / براہ کرم بند کریں / روکیں / رکیں / ختم کریں / منسوخ / منسوخ کریں / پیغامات بند کریں / یہ پیغامات بند کریں / میسج بند کرو / میسج مت بھیجیں /
     مجھے پیغام نہ بھیجیں / مجھے مزید پیغامات نہیں چاہیے / مجھے میسج نہ کریں / مجھے مت لکھیں / میرا نمبر نکال دیں / میرا نمبر ہٹا دیں / غلط نمبر / مجھ سے رابطہ نہ کریں /
     میری رضامندی واپس / سروے نہ بھیجیں / ایس ایم ایس بند کر دیں / پلیز بند کریں / دلچسپی نہیں`,
  ),
};

const OTHERS: Record<string, string[]> = {
  'English (invented): what patients write about their stay': list(
    `I can't stop smiling, thank you / stop the pain / the end of my stay was fine / cancel my appointment on Monday / thanks, all good / Thank you! /
     The nurses were lovely / please call me / when is my appointment / I need to cancel my appointment / can I cancel Monday? / I could not stop crying / the bleeding won't stop /
     How do I stop the drip alarm? / should I stop taking my pills / when can I stop the antibiotics / do I stop the medication / the noise did not stop all night /
     In the end it was good / At the end of the day I was tired / it was the end of the week / end of life care was wonderful / the bus stop is too far /
     I quit smoking / my doctor quit / the doctor told me to stop smoking / they would not stop for me / nobody would end the noise / I opted for surgery / cancel the taxi please /
     my operation was cancelled twice / the cancelled operation upset me / please remove my stitches / when will you remove the cast / take me home / I want to go home /
     the messages were helpful / thanks for the message / I got your text / the survey link does not work / link is broken / I did the survey / how do I fill in the survey /
     who is this / what is this about / call me tomorrow / my number has changed / I don't know / no / no thanks to the parking / nothing to add / they never told me anything /
     don't stop the good work / you are the best / food was cold / stopped by the ward twice / non-stop care from everybody / the tablets ended yesterday / can't stop thanking you / very good / 10 out of 10 / 5`,
  ),
  'French (invented)': list(
    `merci beaucoup / tout allait bien / quand est mon rendez-vous / je veux annuler mon rendez-vous / la douleur ne s'arrête pas / dois-je arrêter mon traitement /
     la fin du séjour était difficile / le bruit n'arrêtait pas / l'arrêt de bus est loin / les infirmières sont formidables / appelez-moi / à la fin c'était bien /
     je n'ai plus de médicaments / je ne comprends pas la question / le lien ne marche pas / mon arrêt de travail / plus de visites le soir serait bien / rien à dire`,
  ),
  'Spanish (invented)': list(
    `muchas gracias / todo bien / quiero cancelar mi cita del lunes / el dolor no para / cuándo es mi cita / llámeme por favor / al final todo salió bien / la baja laboral /
     necesito la baja médica / las enfermeras fueron muy amables / no entiendo la pregunta / el enlace no funciona / la presión baja / para mí fue excelente / no puedo parar de toser / comida fría`,
  ),
  'Polish (invented)': list(
    `dziękuję bardzo / wszystko dobrze / chcę odwołać wizytę / ból nie ustaje / kiedy mam wizytę / proszę zadzwonić / koniec pobytu był dobry / pielęgniarki były miłe /
     nie rozumiem pytania / link nie działa / na koniec dostałam leki / jedzenie było zimne / nie mogę przestać kaszleć / było głośno w nocy / super opieka`,
  ),
  'Arabic (invented)': list(
    `شكرا جزيلا / كل شيء كان جيدا / متى موعدي / أريد إلغاء موعدي يوم الاثنين / الألم لا يتوقف / هل أتوقف عن الدواء / الطعام بارد / الممرضات رائعات / اتصلوا بي من فضلكم /
     لا أفهم السؤال / الرابط لا يعمل / كانت الإقامة جيدة / في النهاية كان كل شيء بخير / شكرا لكم`,
  ),
  'Urdu (invented)': list(
    `بہت شکریہ / سب ٹھیک تھا / میری ملاقات کب ہے / درد بند نہیں ہو رہا / کیا میں دوا بند کر دوں / کھانا ٹھنڈا تھا / نرسیں بہت اچھی تھیں / مجھے فون کریں / سوال سمجھ نہیں آیا /
     لنک کام نہیں کرتا / اچھی دیکھ بھال / دروازہ بند تھا`,
  ),
};

const HARM: Record<string, string[]> = {
  'English (invented)': list(
    `I am bleeding heavily, please help / chest pain since this morning / I have pains in my chest / I can't breathe / I cannot breathe properly / short of breath /
     I want to kill myself / thinking about suicide / I want to die / I don't want to live / a nurse hit me / I was abused on the ward / my husband collapsed /
     he is unconscious / my wound has opened / I was given the wrong medication / unbearable pain / I took an overdose / please send an ambulance`,
  ),
  'French (invented)': list(
    "je saigne beaucoup / douleur à la poitrine / je n'arrive pas à respirer / je veux mourir / je vais me tuer / on m'a agressée / idées suicidaires / il est inconscient",
  ),
  'Spanish (invented)': list(
    'estoy sangrando mucho / tengo dolor en el pecho / no puedo respirar / quiero morirme / voy a matarme / me pegaron / pensamientos de suicidio / está inconsciente',
  ),
  'Polish (invented)': list(
    'krwawię bardzo mocno / ból w klatce piersiowej / nie mogę oddychać / chcę się zabić / myśli samobójcze / nie chcę żyć / pielęgniarka mnie uderzyła / mąż jest nieprzytomny',
  ),
  'Arabic (invented)': list(
    'أنزف بشدة / ألم في الصدر / لا أستطيع التنفس / أريد أن أموت / أفكر في الانتحار / سأقتل نفسي / تعرضت للاعتداء اعتداء / ضيق في التنفس',
  ),
  'Urdu (invented)': list(
    'بہت خون بہہ رہا ہے / سینے میں درد ہے / سانس نہیں آ رہی / میں خودکشی کرنا چاہتا ہوں / میں مرنا چاہتی ہوں / نرس نے مجھے مارا / وہ بے ہوش ہے',
  ),
};

const all = (lists: Record<string, string[]>) => Object.values(lists).flat();
const isOptOut = (text: string) => understandText(text).meaning === 'stop';

describe('an opt-out', () => {
  it('is understood in 99 of 100 wordings of six languages, and found in fewer than one of 100 other texts', () => {
    const [optOuts, others] = [all(OPT_OUTS), [...all(OTHERS), ...all(HARM)]];
    expect(optOuts.length + others.length).toBeGreaterThanOrEqual(300);
    expect(others.length).toBeGreaterThanOrEqual(100);
    const missed = optOuts.filter((text) => !isOptOut(text));
    const wrong = others.filter(isOptOut);
    const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
    process.stdout.write(
      `opt-outs found: ${share(optOuts.length - missed.length, optOuts.length)} of ${optOuts.length}; ` +
        `false: ${share(wrong.length, others.length)} of ${others.length}\n`,
    );
    expect({ missed: missed.length / optOuts.length <= 0.01 || missed }).toEqual({ missed: true });
    expect({ wrong: wrong.length / others.length <= 0.01 || wrong }).toEqual({ wrong: true });
  });

  it('is certain when it is a keyword, with or without polite words, and doubtful in any other words', () => {
    for (const plain of ['STOP', 'please stop', 'Opt out, thanks', 'arrêtez svp', 'بند کریں'])
      expect(understandText(plain)).toMatchObject({ meaning: 'stop', doubtful: false });
    for (const doubtful of ['stop sending these', 'unsuscribe', 'wrong number', 'stop bob'])
      expect(understandText(doubtful)).toMatchObject({ meaning: 'stop', doubtful: true });
  });

  it('has a language where the words are of one language only', () => {
    expect(understandText('rezygnuję').language).toBe('pl');
    expect(understandText('توقّف').language).toBe('ar');
    expect(understandText('بند کریں').language).toBe('ur');
    expect(understandText('STOP').language).toBeNull();
  });
});

describe('other texts', () => {
  it('START and HELP are understood only without other words', () => {
    for (const text of ['START', 'unstop', 'Wznów', 'ابدأ']) expect(understandText(text).meaning).toBe('start');
    for (const text of ['HELP', 'help please', 'Aide', 'مدد']) expect(understandText(text).meaning).toBe('help');
    expect(understandText('please help my mother, she fell').meaning).toBeNull();
  });

  it.each(Object.entries(HARM))('words of harm are recognised: %s', (_source, phrases) => {
    expect(phrases.filter((text) => !understandText(text).harm)).toEqual([]);
  });

  it('words of harm are not recognised in texts that negate them, nor in thanks', () => {
    const heard = all(OTHERS).filter((text) => understandText(text).harm);
    expect(heard).toEqual(["the bleeding won't stop"]);
    expect(understandText('no bleeding since yesterday').harm).toBe(false);
  });

  it.each(['', '   ', '!!!', '\u{1F600}', 'x'.repeat(4000), 'stop '.repeat(800)])(
    '%# is understood without error',
    (text) => {
      expect(() => understandText(text)).not.toThrow();
    },
  );
});

it('one typing error is one added, missing or different letter, or two swapped letters', () => {
  for (const word of ['unsubscibe', 'unsubscribee', 'umsubscribe', 'unsubscirbe'])
    expect([word, isOneTypoAway(word, 'unsubscribe')]).toEqual([word, true]);
  expect(isOneTypoAway('unscribe', 'unsubscribe')).toBe(false);
  expect(isOneTypoAway('cancel', 'cancel')).toBe(false);
});

it('Arabic vowel signs and letter variants, accents and punctuation make no difference', () => {
  expect(normalizeText('إِيقَاف!')).toBe(normalizeText('ايقاف'));
  expect(normalizeText('Rezygnuję.')).toBe('rezygnuje');
  expect(normalizeText('Don’t')).toBe('dont');
});
