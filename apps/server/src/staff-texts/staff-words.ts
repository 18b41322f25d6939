import type { accountEmails, alarms, inbox } from '@wardvoice/contract';
import type { ReportWords } from './report/report-words.ts';

/** A notice of one kind, as it is sent by e-mail and as an SMS. */
export interface NoticeWords {
  subject: string;
  text: string;
  sms: string;
}

/**
 * Every text that the server sends to staff by e-mail or SMS, in one language. `{name}` stands for a value: `fillWords` puts it in.
 * Counts stand where no word has to agree with them, because languages have up to six plural forms. No text may have room for
 * who a patient is or what they said: e-mails and lock screens are not confidential.
 */
export interface StaffWords {
  greeting: string;
  /** `{name}` and `{value}`, such as a ward and its name. */
  named: string;
  /** `{home}` is the address of the installation, `{link}` the link that only this person gets. */
  account: Record<(typeof accountEmails.ACCOUNT_EMAIL_KINDS)[number], { subject: string; lines: readonly string[] }>;
  alarms: Record<alarms.AlarmKind, { title: string; advice: string }>;
  alarmNotice: {
    /** `{title}`. */
    subject: string;
    /** `{title}`, `{advice}`, `{place}` and `{link}`. */
    text: string;
    wholeSystem: string;
    /** `{application}` and `{facility}` of a sender. */
    senderAtFacility: string;
    unknownSender: string;
    channels: Readonly<Record<string, string>>;
  };
  digest: {
    /** `{count}`. */
    subject: string;
    /** `{items}`, `{inbox}` and `{account}`. */
    text: string;
    /** `{count}`, behind the number of open items. */
    fresh: string;
    kinds: Record<inbox.InboxKind, string>;
  };
  /** `{link}`. */
  notices: Record<'caseAssigned' | 'feedbackAssigned' | 'textReceived' | 'forInformation', NoticeWords>;
  caseNotice: {
    patientNeeds: string;
    answerNeeds: string;
    /** What the first sentence of the e-mail is about. */
    why: Record<'text' | 'patientAnswer' | 'answer', { first: string; unclaimed: string }>;
    administratorsTold: string;
    /** `{title}`. */
    department: string;
    survey: string;
    kiosk: string;
    /** `{link}`. */
    readIt: string;
    /** Behind what the SMS is about, from the second level on. */
    smsUnclaimed: string;
  };
  report: ReportWords;
}
