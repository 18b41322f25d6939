import type { feedback } from '@wardvoice/contract';

/** A form as the browser sends it: a name given several times has several values. */
export type FormBody = Readonly<Record<string, string | string[] | undefined>> | null | undefined;

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The answers in a form. Whether a value is a choice or a text is for the question to say. */
export function readAnswers(body: FormBody): feedback.AnswerBody[] {
  return Object.entries(body ?? {}).flatMap(([name, value]) => {
    const questionId = /^question_(\d{1,15})$/.exec(name)?.[1];
    const values = [value ?? []].flat();
    if (!questionId || values.length === 0) return [];
    const option_ids = values.filter((one) => /^\d{1,15}$/.test(one)).map(Number);
    return [{ question_id: Number(questionId), option_ids, text: values.join('\n') }];
  });
}

/** The language that one of the language buttons asks for. */
export const readLanguageWish = (body: FormBody): string | undefined => first(body?.['language'])?.slice(0, 20);

export const readLargeText = (body: FormBody): boolean => first(body?.['large']) === '1';

export interface PortalQuery {
  lang: string | undefined;
  departmentId: number | undefined;
  largeText: boolean;
  /** Wording that the page shows. */
  revision: number | undefined;
}

/** Whatever stands in a link must not keep a patient from answering: what cannot be read is left out. */
export function readQuery(query: FormBody): PortalQuery {
  const department = first(query?.['department_id']) ?? '';
  const revision = first(query?.['revision']) ?? '';
  return {
    lang: first(query?.['lang'])?.slice(0, 20),
    departmentId: /^[1-9]\d{0,14}$/.test(department) ? Number(department) : undefined,
    largeText: readLargeText(query),
    revision: /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : undefined,
  };
}
