import { reportInFr } from './report/fr.ts';
import type { StaffWords } from './staff-words.ts';

export const fr: StaffWords = {
  greeting: 'Bonjour,',
  named: '{name} : {value}',
  account: {
    password_reset: {
      subject: 'Choisissez un nouveau mot de passe pour Wardvoice',
      lines: [
        'Quelqu’un, nous espérons que c’est vous, a demandé un nouveau mot de passe. Choisissez-en un ici dans l’heure :',
        '{link}',
        'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
      ],
    },
    registered: {
      subject: 'Votre compte Wardvoice',
      lines: [
        'Votre compte est créé. Vous n’y verrez rien tant qu’un administrateur de votre organisation ne vous aura pas donné accès.',
        'Connectez-vous ensuite ici :\n{home}/login',
        'Si vous n’avez pas demandé de compte, prévenez votre administrateur.',
      ],
    },
    already_registered: {
      subject: 'Vous avez déjà un compte Wardvoice',
      lines: [
        'Quelqu’un, peut-être vous, a essayé de s’inscrire avec cette adresse. Elle a déjà un compte, et rien n’a été changé.',
        'Si vous ne connaissez pas le mot de passe, choisissez-en un nouveau :\n{home}/forgot-password',
      ],
    },
    confirm_registration: {
      subject: 'Confirmez votre compte Wardvoice',
      lines: [
        'Quelqu’un, nous espérons que c’est vous, a demandé un compte avec cette adresse. Choisissez un mot de passe ici dans les 24 heures :',
        '{link}',
        'Si ce n’était pas vous, ne faites rien : sans ce lien, il n’y a pas de compte.',
      ],
    },
    registration_waiting: {
      subject: 'Quelqu’un attend un accès à Wardvoice',
      lines: [
        'Quelqu’un s’est inscrit et a montré que son adresse e-mail est bien la sienne. Cette personne ne voit rien avant d’avoir reçu un accès.',
        'Donnez-lui accès, ou refusez-le, parmi les utilisateurs :\n{home}/users/index',
      ],
    },
    registration_granted: {
      subject: 'Vous avez accès à Wardvoice',
      lines: ['Un administrateur vous a donné accès.', 'Connectez-vous ici :\n{home}/login'],
    },
    registration_refused: {
      subject: 'Votre compte Wardvoice a été refusé',
      lines: [
        'Un administrateur a décidé de ne pas vous donner accès. Votre compte est supprimé.',
        'Si vous pensez que c’est une erreur, parlez-en à votre administrateur.',
      ],
    },
    account_invitation: {
      subject: 'Votre invitation à Wardvoice',
      lines: [
        'Un administrateur de votre organisation vous a invité. Choisissez un mot de passe ici dans les 7 jours :',
        '{link}',
        'Si votre organisation a une authentification unique, vous pouvez aussi l’utiliser, avec cette adresse :\n{home}/login',
        'Le lien fonctionne une seule fois. Si vous ne savez pas de quoi il s’agit, ne faites rien : sans vous, il n’y a pas de compte.',
      ],
    },
    account_made: {
      subject: 'Votre compte Wardvoice',
      lines: [
        'Votre organisation a créé un compte pour vous. Choisissez un mot de passe ici dans les 7 jours :',
        '{link}',
        'Après ce délai, demandez un nouveau lien, avec cette adresse :\n{home}/forgot-password',
      ],
    },
    emergency_sign_in: {
      subject: 'Votre mot de passe ou votre clé d’accès Wardvoice a été utilisé',
      lines: [
        'Quelqu’un, nous espérons que c’est vous, vient de se connecter à votre compte avec votre mot de passe ou une clé d’accès au lieu de l’authentification unique.',
        'Si ce n’était pas vous, connectez-vous par l’authentification unique, fermez cette session sous Mon compte et changez votre mot de passe :\n{home}/login',
      ],
    },
    two_step_reset: {
      subject: 'La connexion en deux étapes a été désactivée pour vous',
      lines: [
        'Un administrateur a désactivé la connexion en deux étapes de votre compte Wardvoice et retiré vos clés d’accès. Tant que vous ne la réactivez pas, votre mot de passe suffit.',
        'Si vous ne l’avez pas demandé, prévenez votre administrateur. Réactivez-la sous Mon compte :\n{home}/account',
      ],
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée à votre compte Wardvoice',
      lines: [
        'Une clé d’accès vient d’être ajoutée. La personne qui la possède peut se connecter à votre place.',
        'Si ce n’était pas vous, retirez-la sous Mon compte, changez votre mot de passe et prévenez votre administrateur :\n{home}/account',
      ],
    },
    passkey_removed: {
      subject: 'Une clé d’accès a été retirée de votre compte Wardvoice',
      lines: [
        'Une clé d’accès vient d’être retirée. Elle ne permet plus de se connecter à votre compte.',
        'Si ce n’était pas vous, changez votre mot de passe et prévenez votre administrateur :\n{home}/account',
      ],
    },
    password_changed: {
      subject: 'Votre mot de passe Wardvoice a été changé',
      lines: [
        'Votre mot de passe vient d’être changé, et vous avez été déconnecté partout ailleurs.',
        'Si ce n’était pas vous, choisissez-en tout de suite un nouveau et prévenez votre administrateur :\n{home}/forgot-password',
      ],
    },
  },
  alarms: {
    feed_silent: {
      title: 'Aucun message de {sender} depuis {last_message_at}',
      advice: 'À cette heure, il y en a d’habitude. Demandez à qui gère le moteur d’interfaces s’il est bien connecté.',
    },
    error_rate: {
      title: '{errors} messages sur {messages} des {minutes} dernières minutes n’ont pas pu être traités',
      advice:
        'Ouvrez la liste des erreurs : elles sont groupées par cause, et peuvent être traitées de nouveau quand la cause est corrigée.',
    },
    backlog: {
      title: 'Des messages attendent d’être traités depuis {minutes} minutes',
      advice: 'Rien n’est perdu. Vérifiez qu’un processus avec le rôle worker fonctionne.',
    },
    overdue_sending: {
      title: '{deliveries} envois ont jusqu’à {minutes} minutes de retard',
      advice: 'Vérifiez qu’un processus avec le rôle worker fonctionne, et ce que dit /readyz.',
    },
    gateway_refusing: {
      title: 'La passerelle n’a pas accepté {refused} messages sur {attempted} ({channel}) en {minutes} minutes',
      advice: 'Les envois en donnent la raison. Ceux qui ont échoué peuvent être refaits quand elle est corrigée.',
    },
    certificate_expiring: {
      title: 'Le certificat des ports d’écoute MLLP de {machine} expire le {expires_at}',
      advice:
        'Installez-en un nouveau sous MLLP_TLS_CERT et MLLP_TLS_KEY, il est lu dans la minute : les émetteurs refusent un certificat expiré.',
    },
    disk_full: {
      title: 'Il reste {free_percent} % sur le disque de la base de données de {machine}',
      advice: 'Faites de la place : quand le disque est plein, rien n’est enregistré et aucun message n’est acquitté.',
    },
    audit_unsent: {
      title: '{receiver} n’a pas lu l’audit depuis {minutes} minutes',
      advice:
        'Rien n’est perdu : les entrées attendent de pouvoir partir. Vérifiez le destinataire d’AUDIT_SYSLOG ; le journal du worker dit pourquoi cela échoue.',
    },
    backup_failed: {
      title: 'La sauvegarde a échoué ou est en retard : la dernière vérifiée a {hours} heures',
      advice:
        'Lancez npm run wardvoice -- backup, qui dit ce qui ne va pas. Le journal du worker et la table backups le disent aussi.',
    },
    wal_behind: {
      title: 'Le journal de {machine} n’est plus enregistré depuis {minutes} minutes',
      advice:
        'Ce qui a été validé depuis ne se trouve que sur le disque de cette machine. Veillez à ce que BACKUP_URL soit accessible en écriture : npm run wardvoice -- doctor dit ce qui bloque.',
    },
    wal_unproven: {
      title: 'Le journal enregistré de {machine} n’a pas pu être restauré à l’essai',
      advice:
        'Tant qu’aucun essai ne réussit, seule la sauvegarde de la nuit garantit le retour des données. npm run wardvoice -- doctor dit ce qui bloque, et npm run wardvoice -- verify --at latest refait l’essai.',
    },
    api_key_expiring: {
      title: 'La clé d’API {name} expire le {expires_at}',
      advice:
        'À partir de là, les appels du programme qui l’utilise sont refusés. Donnez à la clé un jour plus tardif sur l’écran Clés d’API, ou révoquez-la.',
    },
    webhook_off: {
      title: 'Le webhook vers {receiver} a été désactivé',
      advice:
        'Il a répondu 410 (supprimé), ou toutes les tentatives de cinq jours ont échoué. Son journal sur l’écran Webhooks montre les réponses. Dès que le récepteur fonctionne, réactivez le webhook et renvoyez ce qui a échoué.',
    },
    destination_stuck: {
      title: 'Les messages vers {name} ne sont pas remis',
      advice:
        '{waiting} attendent, depuis {minutes} minutes. L’écran Destinations montre la dernière réponse. Dès que le récepteur fonctionne, testez la connexion ; une file arrêtée repart quand vous la reprenez, et ce qui a été abandonné se renvoie depuis son journal.',
    },
    destination_certificate_expiring: {
      title: 'Le certificat présenté à {name} expire le {expires_at}',
      advice:
        'Le récepteur le refusera alors, et les messages attendront. Saisissez un nouveau certificat et sa clé privée sur l’écran Destinations.',
    },
    audit_broken: {
      title: 'L’audit n’est pas tel qu’il a été écrit : {problems} entrées ou points de contrôle ne concordent pas',
      advice:
        'Gardez la base de données et les fichiers des points de contrôle tels quels, et ouvrez l’écran Audit, qui nomme les entrées. ' +
        'La base a-t-elle été restaurée d’une sauvegarde, ou la clé secrète perdue ? docs/operations.md dit quoi faire.',
    },
  },
  alarmNotice: {
    subject: 'Alarme : {title}',
    text: '{title}.\nCela concerne : {place}\n\n{advice}\n\nVoyez-la, et dites que vous vous en occupez :\n{link}\n',
    wholeSystem: 'tout le système',
    senderAtFacility: '{application} ({facility})',
    unknownSender: 'un émetteur',
    channels: { sms: 'SMS', email: 'e-mail', push: 'Push API' },
  },
  digest: {
    subject: 'À faire dans Wardvoice : {count}',
    text:
      'Il reste à faire dans votre boîte de réception :\n\n{items}\n\nOuvrez votre boîte de réception :\n{inbox}\n\n' +
      'Vous avez demandé cet e-mail une fois par jour. Changez cela, ou arrêtez-le, sous Mon compte :\n{account}\n',
    fresh: '(nouveau : {count})',
    kinds: {
      case_opened: 'Cas pour vous',
      case_escalated: 'Cas que personne n’avait pris',
      case_assigned: 'Cas qu’un collègue vous a confiés',
      case_notify: 'Pour votre information',
      text_received: 'Textes reçus en réponse',
      alarm_opened: 'Alarmes',
      feedback_assigned: 'Réponses à suivre par vous',
    },
  },
  notices: {
    caseAssigned: {
      subject: 'Un cas est maintenant le vôtre',
      text: 'Un collègue vous a confié un cas.\n\nLisez-le, et notez ce que vous faites :\n{link}\n',
      sms: 'Un collègue vous a confié un cas. {link}',
    },
    feedbackAssigned: {
      subject: 'Des réponses à suivre par vous',
      text: 'Un collègue vous demande de suivre les réponses d’un patient.\n\nLisez-les :\n{link}\n',
      sms: 'Un collègue vous demande de suivre les réponses d’un patient. {link}',
    },
    textReceived: {
      subject: 'Quelqu’un a répondu',
      text: 'Quelqu’un a écrit en réponse à votre organisation.\n\nLisez-le, et répondez si vous le pouvez :\n{link}\n',
      sms: 'Quelqu’un a écrit en réponse à votre organisation. {link}',
    },
    forInformation: {
      subject: 'Pour votre information : une réponse d’un patient',
      text: 'Une réponse d’un patient est pour votre information. Aucun cas n’a été ouvert.\n\nLisez-la :\n{link}\n',
      sms: 'Une réponse d’un patient est pour votre information. {link}',
    },
  },
  caseNotice: {
    patientNeeds: 'Un patient a besoin de quelqu’un',
    answerNeeds: 'Une réponse demande quelqu’un',
    why: {
      text: {
        first: 'Ce qu’un patient a écrit demande quelqu’un.',
        unclaimed: 'Ce qu’un patient a écrit demande quelqu’un, et personne ne l’a encore pris.',
      },
      patientAnswer: {
        first: 'La réponse d’un patient demande quelqu’un.',
        unclaimed: 'La réponse d’un patient demande quelqu’un, et personne ne l’a encore prise.',
      },
      answer: {
        first: 'Une réponse demande quelqu’un.',
        unclaimed: 'Une réponse demande quelqu’un, et personne ne l’a encore prise.',
      },
    },
    administratorsTold:
      'Personne de joignable n’était prévu pour ce service ; les administrateurs ont donc été prévenus.',
    department: 'Service : {title}',
    survey: 'Enquête : {title}',
    kiosk: 'Donnée sans nom sur la borne : {title}',
    readIt: 'Lisez, et prenez le cas si vous pouvez aider :\n{link}',
    smsUnclaimed: ', personne ne l’a pris',
  },
  report: reportInFr,
};
