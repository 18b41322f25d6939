import { reportInEn } from './report/en.ts';
import type { StaffWords } from './staff-words.ts';

export const en: StaffWords = {
  greeting: 'Hello,',
  named: '{name}: {value}',
  account: {
    password_reset: {
      subject: 'Choose a new password for Wardvoice',
      lines: [
        'Somebody, we hope you, asked for a new password. Choose one here within an hour:',
        '{link}',
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
    registered: {
      subject: 'Your Wardvoice account',
      lines: [
        'Your account is made. You can see nothing with it until an administrator of your organisation gives you access.',
        'Then sign in here:\n{home}/login',
        'If you did not ask for an account, tell your administrator.',
      ],
    },
    already_registered: {
      subject: 'You have a Wardvoice account already',
      lines: [
        'Somebody, perhaps you, tried to register with this address. It has an account already, and nothing was changed.',
        'If you do not know the password, choose a new one:\n{home}/forgot-password',
      ],
    },
    confirm_registration: {
      subject: 'Confirm your Wardvoice account',
      lines: [
        'Somebody, we hope you, asked for an account with this address. Choose a password here within 24 hours:',
        '{link}',
        'If it was not you, do nothing: there is no account without this link.',
      ],
    },
    registration_waiting: {
      subject: 'Somebody waits for access to Wardvoice',
      lines: [
        'Somebody has registered and shown that their e-mail address is theirs. They see nothing until they are given access.',
        'Give them access, or refuse it, among the users:\n{home}/users/index',
      ],
    },
    registration_granted: {
      subject: 'You have access to Wardvoice',
      lines: ['An administrator has given you access.', 'Sign in here:\n{home}/login'],
    },
    registration_refused: {
      subject: 'Your Wardvoice account was refused',
      lines: [
        'An administrator has decided not to give you access. Your account is deleted.',
        'If you think this is a mistake, speak with your administrator.',
      ],
    },
    account_invitation: {
      subject: 'Your invitation to Wardvoice',
      lines: [
        'An administrator of your organisation has invited you. Choose a password here within 7 days:',
        '{link}',
        'Where your organisation has single sign-on, you can sign in with that instead, with this address:\n{home}/login',
        'The link works once. If you do not know what this is about, do nothing: there is no account without you.',
      ],
    },
    account_made: {
      subject: 'Your Wardvoice account',
      lines: [
        'Your organisation has made an account for you. Choose a password here within 7 days:',
        '{link}',
        'After that, ask for a new link, with this address:\n{home}/forgot-password',
      ],
    },
    emergency_sign_in: {
      subject: 'Your Wardvoice password or passkey was used',
      lines: [
        'Somebody, we hope you, has just signed in as you with your password or a passkey instead of single sign-on.',
        'If it was not you, sign in by single sign-on, end that session under My account, and change your password:\n{home}/login',
      ],
    },
    two_step_reset: {
      subject: 'Two-step sign-in was switched off for you',
      lines: [
        'An administrator has switched off two-step sign-in for your Wardvoice account, and removed your passkeys. Until you switch it on again, your password is enough.',
        'If you did not ask for this, tell your administrator. Switch it on again under My account:\n{home}/account',
      ],
    },
    passkey_added: {
      subject: 'A passkey was added to your Wardvoice account',
      lines: [
        'A passkey was added just now. Whoever has it can sign in as you.',
        'If it was not you, remove it under My account, change your password, and tell your administrator:\n{home}/account',
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed from your Wardvoice account',
      lines: [
        'A passkey was removed just now. It no longer signs you in.',
        'If it was not you, change your password and tell your administrator:\n{home}/account',
      ],
    },
    password_changed: {
      subject: 'Your Wardvoice password was changed',
      lines: [
        'Your password was changed just now, and you were signed out everywhere else.',
        'If it was not you, choose a new one at once and tell your administrator:\n{home}/forgot-password',
      ],
    },
  },
  alarms: {
    feed_silent: {
      title: 'No messages from {sender} since {last_message_at}',
      advice:
        'At this hour there would usually be some. Ask whoever runs the interface engine whether it is connected.',
    },
    error_rate: {
      title: '{errors} of {messages} messages of the last {minutes} minutes could not be processed',
      advice: 'Open the list of errors: they are grouped by cause, and can be processed again once the cause is fixed.',
    },
    backlog: {
      title: 'Messages have waited to be processed for {minutes} minutes',
      advice: 'Nothing is lost. Check whether a process with the worker role is running.',
    },
    overdue_sending: {
      title: '{deliveries} deliveries should have left up to {minutes} minutes ago',
      advice: 'Check whether a process with the worker role is running, and what /readyz says.',
    },
    gateway_refusing: {
      title: 'The gateway did not accept {refused} of {attempted} ({channel}) in the last {minutes} minutes',
      advice: 'The deliveries show the reason. Failed ones can be tried again once it is fixed.',
    },
    certificate_expiring: {
      title: 'The certificate of the MLLP listeners on {machine} expires on {expires_at}',
      advice:
        'Install a new one at MLLP_TLS_CERT and MLLP_TLS_KEY, which is read within a minute: senders refuse an expired one.',
    },
    disk_full: {
      title: 'The disk of the database on {machine} has {free_percent} % left',
      advice: 'Make room: on a full disk nothing is stored, and no message is acknowledged.',
    },
    audit_unsent: {
      title: '{receiver} has not read the audit for {minutes} minutes',
      advice:
        'Nothing is lost: entries wait until they can be sent. Check the receiver of AUDIT_SYSLOG; the log of the worker says why it fails.',
    },
    backup_failed: {
      title: 'The backup failed or is late: what was last verified is {hours} hours old',
      advice:
        'Run npm run wardvoice -- backup, which says what is wrong. The log of the worker and the table backups say it, too.',
    },
    wal_behind: {
      title: 'The log of {machine} has not been stored for {minutes} minutes',
      advice:
        'What was committed since is on this machine’s disk only. See to it that BACKUP_URL can be written: npm run wardvoice -- doctor says what is in the way.',
    },
    wal_unproven: {
      title: 'The stored log of {machine} could not be restored on trial',
      advice:
        'Until a trial succeeds, only the nightly backup is sure to bring the data back. npm run wardvoice -- doctor says what is in the way, and npm run wardvoice -- verify --at latest tries it now.',
    },
    api_key_expiring: {
      title: 'The API key {name} expires on {expires_at}',
      advice:
        'From then on, calls of the program that uses it are refused. Give the key a later day on the API keys screen, or revoke it.',
    },
    webhook_off: {
      title: 'The webhook to {receiver} was switched off',
      advice:
        'It answered 410 (gone), or every attempt of five days has failed. Its log on the Webhooks screen shows the answers. Once the receiver works, switch the webhook on and send again what failed.',
    },
    destination_stuck: {
      title: 'Messages to {name} are not delivered',
      advice:
        '{waiting} wait, for {minutes} minutes. The Destinations screen shows the last answer. Once the receiver works, test the connection; a queue that has stopped goes on when you resume it, and what was given up is sent again from its log.',
    },
    destination_certificate_expiring: {
      title: 'The certificate that {name} is shown ends on {expires_at}',
      advice:
        'Its receiver refuses it then, and messages wait. Enter a new certificate with its private key on the Destinations screen.',
    },
    audit_broken: {
      title: 'The audit is not as it was written: {problems} entries or checkpoints do not fit',
      advice:
        'Keep the database and the files of checkpoints as they are, and open the Audit screen, which names the entries. ' +
        'Was the database restored from a backup, or the secret key lost? docs/operations.md says what to do.',
    },
  },
  alarmNotice: {
    subject: 'Alarm: {title}',
    text: '{title}.\nThis is about: {place}\n\n{advice}\n\nSee it, and say that you see to it:\n{link}\n',
    wholeSystem: 'the whole system',
    senderAtFacility: '{application} at {facility}',
    unknownSender: 'a sender',
    channels: { sms: 'SMS', email: 'e-mail', push: 'API push' },
  },
  digest: {
    subject: 'To do in Wardvoice: {count}',
    text:
      'In your inbox is still to do:\n\n{items}\n\nOpen your inbox:\n{inbox}\n\n' +
      'You asked for this e-mail once a day. Change that, or stop it, under My account:\n{account}\n',
    fresh: '(new: {count})',
    kinds: {
      case_opened: 'Cases for you',
      case_escalated: 'Cases that nobody had claimed',
      case_assigned: 'Cases that a colleague gave you',
      case_notify: 'For your information',
      text_received: 'Texts that somebody wrote back',
      alarm_opened: 'Alarms',
      feedback_assigned: 'Answers for you to look after',
    },
  },
  notices: {
    caseAssigned: {
      subject: 'A case is yours now',
      text: 'A colleague has given you a case.\n\nRead it, and note what you do:\n{link}\n',
      sms: 'A colleague has given you a case. {link}',
    },
    feedbackAssigned: {
      subject: 'Answers for you to look after',
      text: 'A colleague asks you to look after answers of a patient.\n\nRead them:\n{link}\n',
      sms: 'A colleague asks you to look after answers of a patient. {link}',
    },
    textReceived: {
      subject: 'Somebody wrote back',
      text: 'Somebody wrote back to your organisation.\n\nRead it, and answer if you can:\n{link}\n',
      sms: 'Somebody wrote back to your organisation. {link}',
    },
    forInformation: {
      subject: 'For your information: an answer of a patient',
      text: 'An answer of a patient is for your information. No case was opened.\n\nRead it:\n{link}\n',
      sms: 'An answer of a patient is for your information. {link}',
    },
  },
  caseNotice: {
    patientNeeds: 'A patient needs somebody',
    answerNeeds: 'An answer needs somebody',
    why: {
      text: {
        first: 'What a patient wrote needs somebody.',
        unclaimed: 'What a patient wrote needs somebody, and nobody has claimed it yet.',
      },
      patientAnswer: {
        first: 'A patient’s answer needs somebody.',
        unclaimed: 'A patient’s answer needs somebody, and nobody has claimed it yet.',
      },
      answer: {
        first: 'An answer needs somebody.',
        unclaimed: 'An answer needs somebody, and nobody has claimed it yet.',
      },
    },
    administratorsTold: 'Nobody who can be reached was set for this department, so the administrators were told.',
    department: 'Department: {title}',
    survey: 'Survey: {title}',
    kiosk: 'Given without a name on the kiosk: {title}',
    readIt: 'Read it, and claim it if you can help:\n{link}',
    smsUnclaimed: ', nobody has claimed it',
  },
  report: reportInEn,
};
