import { reportInAr } from './report/ar.ts';
import type { StaffWords } from './staff-words.ts';

export const ar: StaffWords = {
  greeting: 'مرحبًا،',
  named: '{name}: {value}',
  account: {
    password_reset: {
      subject: 'اختر كلمة مرور جديدة لـ Wardvoice',
      lines: [
        'طلب شخص، ونرجو أنه أنت، كلمة مرور جديدة. اخترها هنا خلال ساعة:',
        '{link}',
        'إن لم تكن أنت فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.',
      ],
    },
    registered: {
      subject: 'حسابك في Wardvoice',
      lines: [
        'أُنشئ حسابك. لا ترى به شيئًا حتى يمنحك مدير في مؤسستك الوصول.',
        'بعدها سجّل الدخول هنا:\n{home}/login',
        'إن لم تطلب حسابًا فأبلغ المدير.',
      ],
    },
    already_registered: {
      subject: 'لديك حساب في Wardvoice من قبل',
      lines: [
        'حاول شخص، ربما أنت، التسجيل بهذا العنوان. لهذا العنوان حساب من قبل، ولم يتغير شيء.',
        'إن كنت لا تعرف كلمة المرور فاختر كلمة جديدة:\n{home}/forgot-password',
      ],
    },
    confirm_registration: {
      subject: 'أكّد حسابك في Wardvoice',
      lines: [
        'طلب شخص، ونرجو أنه أنت، حسابًا بهذا العنوان. اختر كلمة مرور هنا خلال 24 ساعة:',
        '{link}',
        'إن لم تكن أنت فلا تفعل شيئًا: لا حساب من دون هذا الرابط.',
      ],
    },
    registration_waiting: {
      subject: 'شخص ينتظر الوصول إلى Wardvoice',
      lines: [
        'سجّل شخص وأثبت أن عنوان البريد عنوانه. لا يرى شيئًا حتى يُمنح الوصول.',
        'امنحه الوصول أو ارفضه بين المستخدمين:\n{home}/users/index',
      ],
    },
    registration_granted: {
      subject: 'لديك الآن وصول إلى Wardvoice',
      lines: ['منحك مدير الوصول.', 'سجّل الدخول هنا:\n{home}/login'],
    },
    registration_refused: {
      subject: 'رُفض حسابك في Wardvoice',
      lines: ['قرر مدير ألا يمنحك الوصول. حُذف حسابك.', 'إن رأيت أن هذا خطأ فتحدّث مع المدير.'],
    },
    account_invitation: {
      subject: 'دعوتك إلى Wardvoice',
      lines: [
        'دعاك مدير في مؤسستك. اختر كلمة مرور هنا خلال 7 أيام:',
        '{link}',
        'إن كان لدى مؤسستك تسجيل دخول موحد فيمكنك استخدامه بدلًا من ذلك، بهذا العنوان:\n{home}/login',
        'يعمل الرابط مرة واحدة. إن كنت لا تعرف عمّ يدور الأمر فلا تفعل شيئًا: لا حساب من دونك.',
      ],
    },
    account_made: {
      subject: 'حسابك في Wardvoice',
      lines: [
        'أنشأت مؤسستك حسابًا لك. اختر كلمة مرور هنا خلال 7 أيام:',
        '{link}',
        'بعد ذلك اطلب رابطًا جديدًا بهذا العنوان:\n{home}/forgot-password',
      ],
    },
    emergency_sign_in: {
      subject: 'استُخدمت كلمة مرورك أو مفتاح مرورك في Wardvoice',
      lines: [
        'دخل شخص الآن إلى حسابك، ونرجو أنه أنت، بكلمة مرورك أو بمفتاح مرور بدلًا من تسجيل الدخول الموحد.',
        'إن لم تكن أنت فسجّل الدخول بتسجيل الدخول الموحد، وأنهِ تلك الجلسة في «حسابي»، وغيّر كلمة مرورك:\n{home}/login',
      ],
    },
    two_step_reset: {
      subject: 'أُوقف الدخول بخطوتين لك',
      lines: [
        'أوقف مدير الدخول بخطوتين لحسابك في Wardvoice وأزال مفاتيح مرورك. إلى أن تفعّله من جديد تكفي كلمة مرورك.',
        'إن لم تطلب ذلك فأبلغ المدير. فعّله من جديد في «حسابي»:\n{home}/account',
      ],
    },
    passkey_added: {
      subject: 'أُضيف مفتاح مرور إلى حسابك في Wardvoice',
      lines: [
        'أُضيف مفتاح مرور الآن. من يملكه يستطيع الدخول باسمك.',
        'إن لم تكن أنت فأزله في «حسابي»، وغيّر كلمة مرورك، وأبلغ المدير:\n{home}/account',
      ],
    },
    passkey_removed: {
      subject: 'أُزيل مفتاح مرور من حسابك في Wardvoice',
      lines: ['أُزيل مفتاح مرور الآن. لم يعد يُدخلك.', 'إن لم تكن أنت فغيّر كلمة مرورك وأبلغ المدير:\n{home}/account'],
    },
    password_changed: {
      subject: 'تغيّرت كلمة مرورك في Wardvoice',
      lines: [
        'تغيّرت كلمة مرورك الآن، وسُجّل خروجك من كل مكان آخر.',
        'إن لم تكن أنت فاختر كلمة جديدة فورًا وأبلغ المدير:\n{home}/forgot-password',
      ],
    },
  },
  alarms: {
    feed_silent: {
      title: 'لا رسائل من {sender} منذ {last_message_at}',
      advice: 'تصل رسائل عادةً في هذه الساعة. اسأل من يدير محرك الربط هل هو متصل.',
    },
    error_rate: {
      title: 'تعذّرت معالجة {errors} من {messages} رسالة في آخر {minutes} دقيقة',
      advice: 'افتح قائمة الأخطاء: هي مجمّعة حسب السبب، ويمكن معالجتها من جديد بعد إصلاحه.',
    },
    backlog: {
      title: 'رسائل تنتظر المعالجة منذ {minutes} دقيقة',
      advice: 'لا يضيع شيء. تحقق من أن عملية لها دور worker تعمل.',
    },
    overdue_sending: {
      title: '{deliveries} إرسالية متأخرة حتى {minutes} دقيقة',
      advice: 'تحقق من أن عملية لها دور worker تعمل، ومما يقوله ‎/readyz.',
    },
    gateway_refusing: {
      title: 'لم تقبل البوابة {refused} من {attempted} ({channel}) في آخر {minutes} دقيقة',
      advice: 'تُظهر الإرساليات السبب. ويمكن إعادة ما فشل منها بعد إصلاحه.',
    },
    certificate_expiring: {
      title: 'تنتهي شهادة منافذ استماع MLLP على {machine} في {expires_at}',
      advice: 'ضع شهادة جديدة في MLLP_TLS_CERT وMLLP_TLS_KEY، فتُقرأ خلال دقيقة: يرفض المرسلون شهادة منتهية.',
    },
    disk_full: {
      title: 'بقي {free_percent} % في قرص قاعدة البيانات على {machine}',
      advice: 'أفسح مكانًا: حين يمتلئ القرص لا يُحفظ شيء ولا تُؤكَّد أي رسالة.',
    },
    audit_unsent: {
      title: 'لم يقرأ {receiver} سجل التدقيق منذ {minutes} دقيقة',
      advice:
        'لا يضيع شيء: تنتظر القيود حتى يمكن إرسالها. تحقق من مستقبِل AUDIT_SYSLOG؛ يقول سجل عملية worker لماذا يفشل.',
    },
    backup_failed: {
      title: 'فشل النسخ الاحتياطي أو تأخر: آخر نسخة متحقق منها عمرها {hours} ساعة',
      advice: 'شغّل npm run wardvoice -- backup فيقول ما الخطأ. ويقوله أيضًا سجل عملية worker وجدول backups.',
    },
    wal_behind: {
      title: 'سجل {machine} لم يُحفظ منذ {minutes} دقيقة',
      advice:
        'ما ثُبّت بعد ذلك موجود على قرص هذا الجهاز فقط. تأكد من إمكانية الكتابة في BACKUP_URL؛ ويقول npm run wardvoice -- doctor ما الذي يعيق.',
    },
    wal_unproven: {
      title: 'تعذّرت استعادة سجل {machine} المحفوظ على سبيل التجربة',
      advice:
        'إلى أن تنجح تجربة، لا يضمن استرجاع البيانات سوى النسخة الاحتياطية الليلية. يقول npm run wardvoice -- doctor ما الذي يعيق، ويعيد npm run wardvoice -- verify --at latest التجربة الآن.',
    },
    api_key_expiring: {
      title: 'ينتهي مفتاح API ‏{name} في {expires_at}',
      advice: 'بعدها تُرفض استدعاءات البرنامج الذي يستخدمه. أعطِ المفتاح يومًا أبعد في شاشة مفاتيح API، أو ألغِه.',
    },
    webhook_off: {
      title: 'أُوقف خطّاف الويب إلى {receiver}',
      advice:
        'أجاب بـ 410 (لم يعد موجودًا)، أو فشلت كل محاولات خمسة أيام. يعرض سجله في شاشة خطّافات الويب الإجابات. عندما يعمل المستقبِل، شغّل الخطّاف وأعد إرسال ما فشل.',
    },
    destination_stuck: {
      title: 'الرسائل إلى {name} لا تُسلَّم',
      advice:
        'تنتظر {waiting} منذ {minutes} دقيقة. تعرض شاشة الوجهات آخر إجابة. عندما يعمل المستقبِل، اختبر الاتصال؛ والطابور المتوقف يمضي حين تستأنفه، وما تُرك يُعاد إرساله من سجله.',
    },
    destination_certificate_expiring: {
      title: 'الشهادة التي تُعرض على {name} تنتهي في {expires_at}',
      advice: 'عندها يرفضها المستقبِل وتنتظر الرسائل. أدخل شهادة جديدة مع مفتاحها الخاص في شاشة الوجهات.',
    },
    audit_broken: {
      title: 'سجل التدقيق ليس كما كُتب: لا تطابق في {problems} قيدًا أو نقطة تحقق',
      advice:
        'أبقِ قاعدة البيانات وملفات نقاط التحقق كما هي، وافتح شاشة التدقيق التي تسمّي القيود. ' +
        'هل استُعيدت القاعدة من نسخة احتياطية، أو ضاع المفتاح السري؟ يقول docs/operations.md ما العمل.',
    },
  },
  alarmNotice: {
    subject: 'إنذار: {title}',
    text: '{title}.\nيخص: {place}\n\n{advice}\n\nانظر إليه، وقل إنك تتولاه:\n{link}\n',
    wholeSystem: 'النظام كله',
    senderAtFacility: '{application} ({facility})',
    unknownSender: 'مرسل',
    channels: { sms: 'SMS', email: 'البريد', push: 'Push API' },
  },
  digest: {
    subject: 'للتنفيذ في Wardvoice: {count}',
    text:
      'بقي للتنفيذ في صندوق الوارد:\n\n{items}\n\nافتح صندوق الوارد:\n{inbox}\n\n' +
      'طلبت هذه الرسالة مرة كل يوم. غيّر ذلك أو أوقفه في «حسابي»:\n{account}\n',
    fresh: '(جديد: {count})',
    kinds: {
      case_opened: 'بلاغات لك',
      case_escalated: 'بلاغات لم يستلمها أحد',
      case_assigned: 'بلاغات أعطاك إياها زميل',
      case_notify: 'للعلم',
      text_received: 'نصوص كُتبت ردًا',
      alarm_opened: 'إنذارات',
      feedback_assigned: 'إجابات لتتولاها',
    },
  },
  notices: {
    caseAssigned: {
      subject: 'بلاغ أصبح لك',
      text: 'أعطاك زميل بلاغًا.\n\nاقرأه، ودوّن ما تفعله:\n{link}\n',
      sms: 'أعطاك زميل بلاغًا. {link}',
    },
    feedbackAssigned: {
      subject: 'إجابات لتتولاها',
      text: 'يطلب منك زميل أن تتولى إجابات مريض.\n\nاقرأها:\n{link}\n',
      sms: 'يطلب منك زميل أن تتولى إجابات مريض. {link}',
    },
    textReceived: {
      subject: 'كتب شخص ردًا',
      text: 'كتب شخص ردًا إلى مؤسستك.\n\nاقرأه، وأجب إن استطعت:\n{link}\n',
      sms: 'كتب شخص ردًا إلى مؤسستك. {link}',
    },
    forInformation: {
      subject: 'للعلم: إجابة مريض',
      text: 'إجابة مريض لعلمك. لم يُفتح بلاغ.\n\nاقرأها:\n{link}\n',
      sms: 'إجابة مريض لعلمك. {link}',
    },
  },
  caseNotice: {
    patientNeeds: 'مريض يحتاج إلى شخص',
    answerNeeds: 'إجابة تحتاج إلى شخص',
    why: {
      text: {
        first: 'ما كتبه مريض يحتاج إلى شخص.',
        unclaimed: 'ما كتبه مريض يحتاج إلى شخص، ولم يستلمه أحد بعد.',
      },
      patientAnswer: {
        first: 'إجابة مريض تحتاج إلى شخص.',
        unclaimed: 'إجابة مريض تحتاج إلى شخص، ولم يستلمها أحد بعد.',
      },
      answer: {
        first: 'إجابة تحتاج إلى شخص.',
        unclaimed: 'إجابة تحتاج إلى شخص، ولم يستلمها أحد بعد.',
      },
    },
    administratorsTold: 'لم يُحدَّد لهذا القسم من يمكن الوصول إليه، لذلك أُبلغ المديرون.',
    department: 'القسم: {title}',
    survey: 'الاستبيان: {title}',
    kiosk: 'أُعطيت بلا اسم على الكشك: {title}',
    readIt: 'اقرأه، واستلم البلاغ إن استطعت المساعدة:\n{link}',
    smsUnclaimed: '، لم يستلمه أحد',
  },
  report: reportInAr,
};
