import { consent, type feedback } from '@wardvoice/contract';

/** A form as the browser sends it: a name given several times has several values. */
export type FormBody = Readonly<Record<string, string | string[] | undefined>> | null | undefined;

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Returns the answers of a form. A value may be a choice or a text; the caller knows which from the question. */
export function readAnswers(body: FormBody): feedback.AnswerBody[] {
  return Object.entries(body ?? {}).flatMap(([name, value]) => {
    const questionId = /^question_(\d{1,15})$/.exec(name)?.[1];
    const values = [value ?? []].flat();
    if (!questionId || values.length === 0) return [];
    const option_ids = values.filter((one) => /^\d{1,15}$/.test(one)).map(Number);
    return [{ question_id: Number(questionId), option_ids, text: values.join('\n') }];
  });
}

/** Returns the language of the language button that was pressed, if one was. */
export const readLanguageWish = (body: FormBody): string | undefined => first(body?.['language'])?.slice(0, 20);

export const readLargeText = (body: FormBody): boolean => first(body?.['large']) === '1';

const ID = /^[1-9]\d{0,14}$/;

export interface PortalQuery {
  lang: string | undefined;
  departmentId: number | undefined;
  largeText: boolean;
  /** The revision of the survey whose wording the page shows. */
  revision: number | undefined;
  /** The mailing list to return to, when somebody on it answers on a device of the staff. */
  listId: number | undefined;
  /** The message to return to, when its patient answers on a device of the staff. */
  messageId: number | undefined;
}

/** Reads the query of a link. Values that cannot be read are left out: a damaged link must not keep a patient from answering. */
export function readQuery(query: FormBody): PortalQuery {
  const department = first(query?.['department_id']) ?? '';
  const revision = first(query?.['revision']) ?? '';
  const list = first(query?.['mailing_list']) ?? '';
  const message = first(query?.['message']) ?? '';
  return {
    lang: first(query?.['lang'])?.slice(0, 20),
    departmentId: ID.test(department) ? Number(department) : undefined,
    largeText: readLargeText(query),
    revision: /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : undefined,
    listId: ID.test(list) ? Number(list) : undefined,
    messageId: ID.test(message) ? Number(message) : undefined,
  };
}

/** Where the staff whose device it is go on. */
type StaffPlace = Pick<PortalQuery, 'listId' | 'messageId'>;

/** The parameters of the link that every following page keeps. */
export const carried = ({ departmentId, ...place }: Pick<PortalQuery, 'departmentId'> & StaffPlace) => ({
  ...(departmentId === undefined ? {} : { department_id: String(departmentId) }),
  ...carriedPlace(place),
});

/** The parameters by which the page after the answers returns to the staff. */
export const carriedPlace = ({ listId, messageId }: StaffPlace) => ({
  ...(listId === undefined ? {} : { mailing_list: String(listId) }),
  ...(messageId === undefined ? {} : { message: String(messageId) }),
});

/**
 * Returns the address at which staff go on when they have their device back; they unlock their session there. Null on
 * the patient's own device.
 */
export function staffAddress({ listId, messageId }: StaffPlace): string | null {
  if (messageId !== undefined) return `/messages/${messageId}`;
  return listId === undefined ? null : `/mailingList/${listId}/feedback`;
}

/** The once-only token of a kiosk's form. */
export const readOnceToken = (body: FormBody): string | undefined => first(body?.['form'])?.slice(0, 150);

/** Returns what a button of the preferences page asks for; null when the form did not come from that page. */
export function readPreferenceWish(body: FormBody): {
  channel: 'email' | 'sms';
  purpose: consent.Purpose | null;
  wanted: boolean;
  sign: string;
} | null {
  const [channel, wanted, sign, given] = ['channel', 'wanted', 'sign', 'purpose'].map((name) => first(body?.[name]));
  const purpose = consent.PURPOSES.find((one) => one === given) ?? null;
  if (given !== undefined && purpose === null) return null;
  if ((channel !== 'email' && channel !== 'sms') || (wanted !== 'on' && wanted !== 'off') || !sign) return null;
  return { channel, purpose, wanted: wanted === 'on', sign: sign.slice(0, 100) };
}
