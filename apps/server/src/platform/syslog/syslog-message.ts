/** Facility "log audit" (RFC 5424 §6.2.1). */
const LOG_AUDIT = 13;
const SEVERITIES = { warning: 4, informational: 6 } as const;
const APP_NAME = 'wardvoice';
/** Name of our structured data: the number is the one that RFC 5612 sets aside, because we have none of our own. */
const DATA_ID = `${APP_NAME}@32473`;
const MAX_HOST_CHARACTERS = 255;

export interface SyslogMessage {
  severity: keyof typeof SEVERITIES;
  at: Date;
  hostName: string;
  /** Kind of the message: at most 32 printable ASCII characters. */
  messageId: string;
  /** By name, in order; null is left out. Names are printable ASCII without =, ], " and spaces. */
  data: Readonly<Record<string, string | number | null>>;
  /** In a few words what happened, for somebody who reads it. */
  text: string;
}

/** Returns a message as RFC 5424 writes it, with all its data as structured data. */
export function formatSyslog({ severity, at, hostName, messageId, data, text }: SyslogMessage): string {
  const priority = LOG_AUDIT * 8 + SEVERITIES[severity];
  const host = hostName.replaceAll(/[^!-~]/g, '').slice(0, MAX_HOST_CHARACTERS) || '-';
  const fields = Object.entries(data).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escapeValue(String(value))}"`],
  );
  const structured = `[${DATA_ID}${fields.join('')}]`;
  return `<${priority}>1 ${at.toISOString()} ${host} ${APP_NAME} - ${messageId} ${structured} ${onOneLine(text)}`;
}

/** RFC 5424 §6.3.3: `"`, `\` and `]` are written after a backslash. */
const escapeValue = (value: string): string => onOneLine(value).replaceAll(/["\\\]]/g, '\\$&');

/** Control characters are allowed and harm those who read the message line by line. */
const onOneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Returns messages as octet counting puts them one after the other (RFC 5425 §4.3, RFC 6587 §3.4.1). */
export const frameSyslog = (messages: readonly string[]): Buffer =>
  Buffer.concat(
    messages.flatMap((message) => {
      const bytes = Buffer.from(message);
      return [Buffer.from(`${bytes.length} `), bytes];
    }),
  );
